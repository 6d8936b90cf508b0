import { expect, test } from 'vitest';

import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { limitsInForce } from '../../../shared/limits/limits-in-force.ts';
import { replacedAt } from '../../../shared/limits/record-outcome.ts';

const at = (day: number, hour = '02:30'): string => `2026-03-${String(day).padStart(2, '0')}T${hour}:00.000Z`;
const terms = {
  unlimitedCredits: 1_000_000,
  enforcementDelayMinutes: 30,
  knownUntilMs: Date.parse(at(15, '00:00')),
};
const record: LimitRecord = {
  userId: 'ann',
  email: 'ann@acme.example',
  confirmed: { limitCredits: 500, at: at(15), runId: 'r' },
  unsettled: [],
  replaced: [
    { limitCredits: 900, from: at(12), until: at(14) },
    { limitCredits: 700, from: at(14), until: at(15) },
  ],
};
const bounds = (of: LimitRecord | undefined) =>
  limitsInForce(of, terms).map(({ limitCredits, untilMs }) => [
    limitCredits,
    untilMs === undefined ? undefined : new Date(untilMs).toISOString(),
  ]);

test('a limit that was replaced counts until the delay of enforcement is over, and not once data covers it', () => {
  expect(bounds(record)).toEqual([
    [700, at(15, '03:00')],
    [500, undefined],
  ]);
});

test('a limit without a known outcome counts beside the one before it', () => {
  const unsure = { ...record, unsettled: [{ limitCredits: 800, at: at(15, '04:00'), runId: 'r' }] };

  expect(bounds(unsure).map(([limit]) => limit)).toEqual([700, 500, 800]);
});

test('before the first limit there was none, and it took its time to bite', () => {
  const { replaced: _, ...first } = record;

  expect(bounds(first)).toEqual([
    [Infinity, at(15, '03:00')],
    [500, undefined],
  ]);
});

test('a user without a confirmed limit has none, whatever was sent', () => {
  expect(bounds(undefined)).toEqual([]);
  expect(
    bounds({ userId: 'ann', email: 'a@x.example', unsettled: [{ limitCredits: 5, at: at(15), runId: 'r' }] }),
  ).toEqual([
    [Infinity, undefined],
    [5, undefined],
  ]);
});

test('the number that represents unlimited is no limit', () => {
  const lifted = { ...record, confirmed: { limitCredits: 1_000_000, at: at(15), runId: 'r' } };

  expect(bounds(lifted).map(([limit]) => limit)).toEqual([700, Infinity]);
});

test('everything that may be in force is replaced together, and what ended long ago is forgotten', () => {
  const old = { ...record, replaced: [{ limitCredits: 1, from: at(1), until: at(3) }] };

  expect(replacedAt(old, at(16), { settleDays: 0 })).toEqual([{ limitCredits: 500, from: at(15), until: at(16) }]);
  expect(replacedAt(undefined, at(16), { settleDays: 0 })).toEqual([]);
});

test('many replaced limits are kept as few, of which the oldest allows what any of them did', () => {
  const many = Array.from({ length: 60 }, (_, minute) => ({
    limitCredits: minute === 3 ? 999 : minute,
    from: at(15, `10:${String(minute).padStart(2, '0')}`),
    until: at(15, `10:${String(Math.min(59, minute + 1)).padStart(2, '0')}`),
  }));

  const kept = replacedAt({ ...record, replaced: many }, at(15, '11:00'), { settleDays: 0 });

  expect(kept).toHaveLength(40);
  expect(kept[0]).toEqual({ limitCredits: 999, from: at(15, '10:00'), until: at(15, '10:22') });
  expect(kept.at(-1)).toMatchObject({ limitCredits: 500 });
});

test('a limit that ended nine days ago is forgotten, and one that ended later is kept', () => {
  const ended = (until: string) => ({ limitCredits: 1, from: at(1), until });
  const old = { ...record, replaced: [ended(at(6, '02:30')), ended(at(6, '02:31'))] };

  expect(replacedAt(old, at(15, '02:30'), { settleDays: 0 }).map(({ until }) => until)).toEqual([
    at(6, '02:31'),
    at(15, '02:30'),
  ]);
});

test.for([
  [39, 40],
  [40, 40],
] as const)('%s replaced limits and one that is replaced now are kept as %s', ([count, kept]) => {
  const replaced = Array.from({ length: count }, (_, index) => ({ limitCredits: index, from: at(14), until: at(15) }));

  const all = replacedAt({ ...record, replaced }, at(15, '11:00'), { settleDays: 0 });

  expect(all).toHaveLength(kept);
  expect(all.map(({ limitCredits }) => limitCredits).slice(-2)).toEqual([count - 1, 500]);
});

test('limits kept as one last from the first that began until the last that ended', () => {
  const one = { limitCredits: 5, from: at(13), until: at(14) };
  const around = { limitCredits: 3, from: at(12), until: at(15) };
  const within = { limitCredits: 4, from: at(13), until: at(13, '12:00') };
  const rest = Array.from({ length: 38 }, () => one);

  expect(replacedAt({ ...record, replaced: [one, around, within, ...rest] }, at(16), { settleDays: 0 })[0]).toEqual({
    limitCredits: 5,
    from: at(12),
    until: at(15),
  });
});

test('a limit without a known outcome is distinguished from those that were confirmed', () => {
  const unsure = { ...record, unsettled: [{ limitCredits: 800, at: at(15, '04:00'), runId: 'r' }] };

  expect(limitsInForce(unsure, terms).map(({ limitCredits, outcome }) => [limitCredits, outcome])).toEqual([
    [700, 'confirmed'],
    [500, 'confirmed'],
    [800, 'unknown'],
  ]);
});

test('the time without any limit had no beginning', () => {
  const { replaced: _, ...first } = record;

  expect(limitsInForce(first, terms)[0]?.fromMs).toBe(-Infinity);
});

test('limits are shown with when they began', () => {
  expect(limitsInForce(record, terms).map(({ fromMs }) => new Date(fromMs).toISOString())).toEqual([at(14), at(15)]);
});
