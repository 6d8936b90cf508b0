import { describe, expect, test } from 'vitest';

import { parseMoment } from '../../../../cli/frame/arguments.ts';
import { CommandError } from '../../../../cli/frame/command-error.ts';
import { wholeAddress } from '../../../../cli/frame/run-cli.ts';

describe('--at', () => {
  test.each([
    ['2026-03-15T02:30:00Z', '2026-03-15T02:30:00.000Z'],
    ['2026-03-15T02:30Z', '2026-03-15T02:30:00.000Z'],
    ['2026-03-15T04:30:00.5+02:00', '2026-03-15T02:30:00.500Z'],
    ['2026-03-15', '2026-03-15T02:30:00.000Z'],
  ])('%s is the instant %s', (text, instant) => {
    expect(new Date(parseMoment(text)).toISOString()).toBe(instant);
  });

  test.each([
    'yesterday',
    '',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-03-15T02:30:00',
    '2026-03-15T25:00:00Z',
    '15.3.2026',
    '1773541800',
  ])('"%s" is wrong usage, and the message says what to give', (text) => {
    const parse = (): number => parseMoment(text);

    expect(parse).toThrow(CommandError);
    expect(parse).toThrow('give an instant such as');
  });
});

test('a command pasted from a mail that breaks up addresses is read with whole ones', () => {
  const args = [
    'topup',
    'add',
    'ann@acme[.]example',
    'user:bob@ops.acme[.]example',
    'team:acme[.]com',
    '--reason',
    'as in a[.]b, ann@x[.]y',
  ];

  expect(args.map(wholeAddress)).toEqual([
    'topup',
    'add',
    'ann@acme.example',
    'user:bob@ops.acme.example',
    'team:acme.com',
    '--reason',
    'as in a[.]b, ann@x[.]y',
  ]);
});
