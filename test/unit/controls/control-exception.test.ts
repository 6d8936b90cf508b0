import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  type ControlException,
  decideException,
  exceptionFor,
  type ExceptionOrder,
  exceptionStatus,
  expiredBetween,
  isUnder,
} from '../../../shared/controls/control-exception.ts';
import { withCpuTime } from '../../support/cpu-time.ts';

const order: ExceptionOrder = {
  pattern: 'sandbox.enabled',
  owner: 'ann@example.com',
  ticket: 'SEC-12',
  reason: 'A tool that needs it, until its next version.',
  from: '2026-03-01T00:00:00Z',
  expires: '2026-04-01T00:00:00Z',
};
/** The script that an auditor runs on an export. */
async function verifyExportScript(): Promise<{ readonly isUnder: typeof isUnder }> {
  return import(new URL('../../../docs/verify-export.mjs', import.meta.url).href);
}

const ms = (instant: string) => Date.parse(instant);

function anException(own: Partial<ControlException> = {}): ControlException {
  return { ...order, id: 'e1', createdBy: 'bob@example.com', createdAt: '2026-02-28T00:00:00Z', version: 1, ...own };
}

describe('an exception', () => {
  test.for([
    ['2026-02-28T23:59:59Z', 'upcoming'],
    ['2026-03-01T00:00:00Z', 'in-force'],
    ['2026-03-31T23:59:59Z', 'in-force'],
    ['2026-04-01T00:00:00Z', 'expired'],
  ])('is at %s %s', ([at = '', standing]) => {
    expect(exceptionStatus(anException(), ms(at))).toBe(standing);
  });

  test('that somebody ends is nothing from then on', () => {
    const ended = anException({ endedAt: '2026-03-10T00:00:00Z' });

    expect(exceptionStatus(ended, ms('2026-03-09T00:00:00Z'))).toBe('in-force');
    expect(exceptionStatus(ended, ms('2026-03-10T00:00:00Z'))).toBe('ended');
    expect(exceptionStatus(ended, ms('2026-05-01T00:00:00Z'))).toBe('ended');
  });

  test.for<[boolean, string, string]>([
    [true, 'sandbox.enabled', 'sandbox.enabled'],
    [true, 'sandbox', 'sandbox.network.allowedDomains'],
    [true, 'sandbox.*', 'sandbox.network.allowedDomains'],
    [true, 'customModels', 'customModels[id=gpt].baseUrl'],
    [true, 'customModels[id=gpt]', 'customModels[id=gpt].baseUrl'],
    [true, 'customModels[].baseUrl', 'customModels[id=gpt].baseUrl'],
    [true, 'customModels[*].baseUrl', 'customModels[id=gpt].baseUrl'],
    [false, 'customModels[id=gp]', 'customModels[id=gpt].baseUrl'],
    [false, 'sandbox.enable', 'sandbox.enabled'],
    [false, 'sandbox.enabled', 'sandbox'],
  ])('is %s to be meant by %s at %s', ([isMeant, pattern, path]) => {
    expect(isUnder(pattern, { path, field: path.replaceAll(/\[[^\]]*\]/gu, '[]') })).toBe(isMeant);
  });

  test('with stars is meant as a regular expression would mean it, by the script of an export too', async () => {
    const script = await verifyExportScript();
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '['), maxLength: 8 });
    const pattern = fc.array(fc.oneof(text, fc.constant('*')), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, text, (drawn, path, field) => {
        const pieces = drawn.split(/\*+/u).map((piece) => piece.replaceAll(/[.[]/gu, String.raw`\$&`));
        const expression = new RegExp(String.raw`^${pieces.join('.*')}(?:[.[].*)?$`, 'u');
        const isMeant = expression.test(path) || expression.test(field);

        expect(isUnder(drawn, { path, field })).toBe(isMeant);
        expect(script.isUnder(drawn, { path, field })).toBe(isMeant);
      }),
    );
  });

  test('with many stars is decided at once, by the script of an export too', async () => {
    const script = await verifyExportScript();
    const [pattern, name] = [`a${'*a'.repeat(99)}b`, `customModels.${'a'.repeat(5_000)}`];
    const change = { path: `a${name}`, field: name };

    const { result, cpuMs } = await withCpuTime(() => [isUnder(pattern, change), script.isUnder(pattern, change)]);

    expect(result).toEqual([false, false]);
    expect(cpuMs).toBeLessThan(500);
  });

  test('excuses a change while it is in force, the one that lasts longest before others', () => {
    const change = { path: 'sandbox.enabled', field: 'sandbox.enabled' };
    const longer = anException({ id: 'e2', pattern: 'sandbox', expires: '2026-05-01T00:00:00Z' });
    const all = [anException(), longer, anException({ id: 'e3', pattern: 'mcpPolicy' })];

    expect(exceptionFor(change, all, ms('2026-03-05T00:00:00Z'))?.id).toBe('e2');
    expect(exceptionFor(change, all, ms('2026-06-01T00:00:00Z'))).toBeUndefined();
    expect(exceptionFor({ path: 'other', field: 'other' }, all, ms('2026-03-05T00:00:00Z'))).toBeUndefined();
  });

  test('shows that it expired once, in the span that holds its end', () => {
    const instants = fc.integer({ min: ms('2026-03-01T00:00:00Z'), max: ms('2026-05-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.array(instants, { maxLength: 6 }), (cuts) => {
        const bounds = [0, ...cuts.toSorted((a, b) => a - b), ms('2027-01-01T00:00:00Z')];

        const events = bounds.slice(1).flatMap((until, at) => expiredBetween([anException()], bounds[at] ?? 0, until));

        expect(events).toEqual([{ exception: anException(), expiredAt: '2026-04-01T00:00:00Z' }]);
      }),
    );
  });

  test('that was ended before does not expire', () => {
    const ended = anException({ endedAt: '2026-03-10T00:00:00Z' });

    expect(expiredBetween([ended], 0, ms('2027-01-01T00:00:00Z'))).toEqual([]);
  });
});

describe('an order for an exception', () => {
  const atMs = ms('2026-03-05T00:00:00Z');

  test('is taken trimmed, with the owner in the matching form', () => {
    const given = { ...order, pattern: ' sandbox.enabled ', owner: ' Ann@Example.com' };

    expect(decideException(given, atMs)).toEqual({ kind: 'accepted', order });
  });

  test.for<[keyof ExceptionOrder, string]>([
    ['pattern', ''],
    ['pattern', '*'],
    ['pattern', '*sandbox'],
    ['pattern', 's*'],
    ['pattern', 'x'.repeat(201)],
    ['pattern', `sandbox.${'*a'.repeat(9)}`],
    ['owner', 'ann'],
    ['owner', ''],
    ['ticket', '  '],
    ['ticket', 'A\nB'],
    ['reason', ''],
    ['reason', 'x'.repeat(501)],
    ['from', 'yesterday'],
    ['expires', '2026-02-30T00:00:00Z'],
    ['expires', '2026-04-01'],
    ['expires', '2026-03-01T00:00:00Z'],
    ['expires', '2026-03-04T00:00:00Z'],
    ['expires', '2027-04-01T00:00:00Z'],
  ])('is refused for its %s "%s"', ([field, value]) => {
    const decision = decideException({ ...order, [field]: value }, atMs);

    expect(decision).toMatchObject({ kind: 'refused', problems: [{ field }] });
  });

  test('names every problem at once, and none of the values', () => {
    const decision = decideException({ ...order, owner: 'secret', reason: '', pattern: '*' }, atMs);

    expect(decision.kind === 'refused' && decision.problems.map(({ field }) => field)).toEqual([
      'reason',
      'pattern',
      'owner',
    ]);
    expect(JSON.stringify(decision)).not.toContain('secret');
  });
});
