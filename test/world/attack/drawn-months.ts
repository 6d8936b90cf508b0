import fc from 'fast-check';

import { addDays, daysOf, type Day } from '../../../shared/domain/time/day.ts';
import { putFates } from './attacked-platform.ts';

/** What may happen to people on the platform at some minute of a day, with or without an admin. */
const peopleEvents = [
  'lose-email',
  'rename',
  'twin',
  'leave',
  'return',
  'hand-over',
  'join',
  'exempt-and-lift',
  'move-team',
] as const;
const edits = ['amount', 'remove-budget', 'own-budget', 'top-up', 'edit-run', 'approve'] as const;
type PeopleEvent = (typeof peopleEvents)[number];
export type Edit = (typeof edits)[number];

const peopleCount = 5;

const someEvent = fc.record({
  kind: fc.constantFrom<PeopleEvent | Edit>(...peopleEvents, ...edits),
  who: fc.nat({ max: peopleCount - 1 }),
  /** Of the amount that stood. */
  factor: fc.constantFrom(0.5, 0.8, 1.2, 2),
  /** Minutes since midnight. */
  minute: fc.oneof(fc.nat({ max: 1_439 }), fc.constantFrom(0, 1, 20, 100, 1_410, 1_439)),
});

const someDay = fc.record({
  events: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(someEvent, { minLength: 1, maxLength: 2 }) },
  ),
  /** No nightly run at all. */
  isMissed: fc.nat({ max: 7 }).map((n) => n === 0),
  /** Yesterday's figures come after the night and its second try. */
  isLate: fc.nat({ max: 9 }).map((n) => n === 0),
  /** The run at a turn does not take place. */
  isTurnMissed: fc.boolean(),
  fate: fc.oneof(
    { weight: 5, arbitrary: fc.constant('done' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...putFates) },
  ),
  /** The night's process ends at its n-th write; 0 for never. */
  killedAt: fc.oneof(
    { weight: 7, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 25 }) },
  ),
});

const windows = [
  ['month'],
  ['quarter'],
  ['week'],
  ['day'],
  ['month', 'week'],
  ['quarter', 'month'],
  ['platform'],
] as const;

/** The first day of a world, and how many days of it are played. */
const firstDays: readonly Day[] = ['2026-01-16', '2026-02-10', '2026-03-20'];
export const daysPlayed = 45;

export const someMonths = fc.record({
  first: fc.constantFrom(...firstDays),
  anchorDay: fc.constantFrom(1, 1, 15, 31),
  windows: fc.constantFrom(...windows),
  teamWindow: fc.constantFrom(undefined, 'month' as const, 'week' as const, 'platform' as const),
  hasDefault: fc.boolean(),
  amount: fc.constantFrom(20_000, 60_000),
  /** Credits an hour of each person; infinite takes whatever there is, and bursts do so on every fourth day. */
  wants: fc.array(fc.constantFrom(5, 40, 200, Infinity, 'bursts' as const, 'bursts' as const), {
    minLength: peopleCount,
    maxLength: peopleCount,
  }),
  /** From the how manieth day on. */
  starts: fc.array(fc.nat({ max: 40 }), { minLength: peopleCount, maxLength: peopleCount }),
  settleDays: fc.constantFrom(0, 0, 2, 12),
  delayMinutes: fc.constantFrom(0, 0, 30),
  unattributedShare: fc.constantFrom(0, 0, 0.01),
  /** The runner's clock is so many minutes ahead. */
  aheadMinutes: fc.constantFrom(0, 0, 0, 1, -1, 20, -20, 60, -60, 110, -110),
  hasBlastRadius: fc.nat({ max: 3 }).map((n) => n === 0),
  days: fc.array(someDay, { minLength: daysPlayed, maxLength: daysPlayed }),
});

export type DrawnMonths = typeof someMonths extends fc.Arbitrary<infer T> ? T : never;
export type DrawnDay = DrawnMonths['days'][number];
export type DrawnEvent = DrawnDay['events'][number];

export function daysOfMonths({ first }: Pick<DrawnMonths, 'first'>): readonly Day[] {
  return daysOf({ from: first, through: addDays(first, daysPlayed - 1) });
}

export function isEdit(kind: PeopleEvent | Edit): kind is Edit {
  return edits.some((edit) => edit === kind);
}
