import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capStatusOf, exposureOf } from '../../../../shared/domain/caps/cap-status.ts';
import type { LimitRecord } from '../../../../shared/domain/caps/limit-record.ts';
import { aConfirmedLimit, someCredits } from '../../../support/domain-samples.ts';

const confirmed = aConfirmedLimit('ann', 500);
const failure = { problem: 'no such user', nights: 1, lastNight: '2026-03-15' };

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
])('%s is told as such', ([, record, status]) => {
  expect(capStatusOf(record, new Set(['at-work']))).toBe(status);
});

test('exposure is the highest of what is used and every limit that may be in force', () => {
  expect(exposureOf(100, confirmed)).toBe(500);
  expect(exposureOf(700, confirmed)).toBe(700);
  expect(exposureOf(100, { ...confirmed, unsettled: [sent(900), sent(300)] })).toBe(900);
});

test('without a confirmed limit nothing bounds the exposure: a first one may not have been taken', () => {
  expect(exposureOf(100, undefined)).toBeUndefined();
  expect(exposureOf(100, { userId: 'ann', email: 'ann@acme.example', unsettled: [sent(900)] })).toBeUndefined();
});

test('another limit that may be in force never lowers the exposure', () => {
  const limits = fc.array(someCredits, { maxLength: 5 });
  fc.assert(
    fc.property(someCredits, limits, someCredits, (used, earlier, later) => {
      const before = { ...confirmed, unsettled: earlier.map((limit) => sent(limit)) };
      const after = { ...before, unsettled: [...before.unsettled, sent(later)] };

      expect(exposureOf(used, after) ?? 0).toBeGreaterThanOrEqual(exposureOf(used, before) ?? 0);
    }),
  );
});
