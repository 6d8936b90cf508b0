import fc from 'fast-check';
import { expect, test } from 'vitest';

import { momentOf } from '../../../shared/caps/shares/divide-shares.ts';
import { capStatusOf, exposureOf as exposureOfHolding } from '../../../shared/limits/cap-status.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { defaultAssumptions } from '../../../shared/pools/assumptions.ts';
import { aConfirmedLimit, someCredits } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const confirmed = aConfirmedLimit('ann', 500);
const failure = { problem: 'no such user', nights: 1, lastNight: '2026-03-15' };

// As of 15 March 2026, 02:30, with figures through the day before.
const terms = {
  moment: momentOf({ ...aPlanInput({}).pools, dataThrough: '2026-03-14' }),
  assumptions: defaultAssumptions,
  window: { from: '2026-03-01', through: '2026-03-31' },
};

function exposureOf(used: number, record: LimitRecord | undefined, within: typeof terms): number | undefined {
  return exposureOfHolding(used, { record }, within);
}

function sent(limitCredits: number, runId = 'stopped') {
  return { limitCredits, at: '2026-03-15T02:30:00.000Z', runId };
}

test.for<[string, LimitRecord | undefined, string]>([
  ['a confirmed limit', confirmed, 'confirmed'],
  ['a limit being sent by a run at work', { ...confirmed, unsettled: [sent(600, 'at-work')] }, 'pending'],
  ['a limit sent by a run that is over', { ...confirmed, unsettled: [sent(600)] }, 'unknown'],
  ['a refused row', { ...confirmed, failure }, 'failed'],
  ['a refused row whose earlier limit had no answer', { ...confirmed, unsettled: [sent(600)], failure }, 'failed'],
  ['a refused row that is being sent again', { ...confirmed, unsettled: [sent(600, 'at-work')], failure }, 'pending'],
  ['a user to whom nothing was ever sent', undefined, 'unknown'],
])('%s is shown as such', ([, record, status]) => {
  expect(capStatusOf(record, new Set(['at-work']))).toBe(status);
});

test('exposure is the highest of what is used and every limit that may be in force', () => {
  expect(exposureOf(100, confirmed, terms)).toBe(500);
  expect(exposureOf(700, confirmed, terms)).toBe(700);
  expect(exposureOf(100, { ...confirmed, unsettled: [sent(900), sent(300)] }, terms)).toBe(900);
});

test('without a confirmed limit nothing bounds the exposure: a first one may not have been taken', () => {
  expect(exposureOf(100, undefined, terms)).toBeUndefined();
  expect(exposureOf(100, { userId: 'ann', email: 'ann@acme.example', unsettled: [sent(900)] }, terms)).toBeUndefined();
});

test('another limit that may be in force never lowers the exposure', () => {
  const limits = fc.array(someCredits, { maxLength: 5 });
  fc.assert(
    fc.property(someCredits, limits, someCredits, (used, earlier, later) => {
      const before = { ...confirmed, unsettled: earlier.map((limit) => sent(limit)) };
      const after = { ...before, unsettled: [...before.unsettled, sent(later)] };

      expect(exposureOf(used, after, terms) ?? 0).toBeGreaterThanOrEqual(exposureOf(used, before, terms) ?? 0);
    }),
  );
});

test('a limit that was replaced counts until the data shows what was used under it', () => {
  const replaced = [{ limitCredits: 800, from: '2026-03-10T02:30:00.000Z', until: '2026-03-15T02:30:00.000Z' }];
  const shown = [{ limitCredits: 800, from: '2026-03-10T02:30:00.000Z', until: '2026-03-14T02:30:00.000Z' }];

  expect(exposureOf(100, { ...confirmed, replaced }, terms)).toBe(800);
  expect(exposureOf(100, { ...confirmed, replaced: shown }, terms)).toBe(500);
});

test('the exposure of a user is unbounded when there was no limit for some time since the data ends', () => {
  const tonight = { ...confirmed, confirmed: { limitCredits: 500, at: '2026-03-15T02:30:00.000Z', runId: 'tonight' } };

  expect(exposureOf(100, tonight, terms)).toBeUndefined();
});

test('a record of which nothing was ever sent or refused is unknown', () => {
  expect(capStatusOf({ userId: 'ann', email: 'ann@acme.example', unsettled: [] }, new Set())).toBe('unknown');
});
