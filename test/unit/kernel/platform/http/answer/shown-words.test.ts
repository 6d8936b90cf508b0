import { expect, test } from 'vitest';

import { shownWords } from '../../../../../../shared/kernel/platform/http/answer/shown-words.ts';
import { drawnSecret, traceOf } from '../../../../../support/secret-traces.ts';

test.each([
  'email "ann@acme.example" is unknown; limit must be at most 1000000000000',
  'startDate 2026-03-15 is not before today (UTC). See https://docs.platform.example/errors',
  'user u-ann is not in this organization',
])('words that explain stay as they are: %s', (words) => {
  expect(shownWords(words)).toBe(words);
});

test.each([
  (secret: string) => `Authorization: Bearer ${secret} was refused`,
  (secret: string) => `see https://hooks.acme.example/run?token=${secret}`,
  (secret: string) => `database at postgres://app:${secret}@db.internal is down`,
  (secret: string) => `unexpected ${secret}`,
  (secret: string) => secret,
])('a secret in words of the platform is not shown (%#)', (say) => {
  for (const [number, encoding] of [
    [1, 'base64url'],
    [2, 'hex'],
    [3, 'base64'],
  ] as const) {
    const secret = drawnSecret(number, encoding);

    expect(traceOf(secret, shownWords(say(secret)))).toBeUndefined();
  }
});

test('words are one line of bounded length', () => {
  expect(shownWords(`no\r\nBcc: eve@acme.example ${'very '.repeat(2_000)}`)).toMatch(
    /^no Bcc: eve@acme\.example .{1,280}…$/u,
  );
});
