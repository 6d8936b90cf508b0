import fc from 'fast-check';

import { putFates } from './attacked-platform.ts';
import { plusDays, type CalendarDay } from './calendar.ts';

/** What may happen to people on the platform at some minute of a day, with or without an admin. */
const peopleEvents = [
  'lose-email',
  'rename',
  'rename-all',
  'swap-addresses',
  'twin',
  'leave',
  'return',
  'hand-over',
  'make-anew',
  'join',
  'exempt-and-lift',
  'move-team',
] as const;
/** Edits of rows, and the run that follows from them. */
const edits = [
  'amount',
  'remove-budget',
  'begin-budget',
  'end-budget',
  'follow-budget',
  'own-budget',
  'reserve',
  'top-up',
  'top-up-within',
  'top-up-raises',
  'team-top-up',
  'spoil',
  'mend',
  'edit-run',
  'approve',
] as const;
type PeopleEvent = (typeof peopleEvents)[number];
type Edit = (typeof edits)[number];

const peopleCount = 5;
const lookHours = [0, 1, 4, 9, 12, 15, 19, 23];

type Kind = PeopleEvent | Edit;

function someEvent(kinds: readonly Kind[]) {
  return fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.nat({ max: peopleCount - 1 }),
    /** Of the amount that stood. */
    factor: fc.constantFrom(0.5, 0.8, 1.2, 2),
    /** Minutes since midnight. */
    minute: fc.oneof(fc.nat({ max: 1_439 }), fc.constantFrom(0, 1, 20, 100, 1_410, 1_439)),
    /** What begins or ends does so in so many days, and lasts so long. */
    inDays: fc.nat({ max: 5 }),
    lasts: fc.nat({ max: 9 }),
  });
}

const rarely = (oneIn: number): fc.Arbitrary<boolean> => fc.nat({ max: oneIn - 1 }).map((n) => n === 0);

const someDay = (kinds: readonly Kind[]) =>
  fc.record({
    events: fc.oneof(
      { weight: 3, arbitrary: fc.array(someEvent(kinds), { maxLength: 0 }) },
      { weight: 1, arbitrary: fc.array(someEvent(kinds), { minLength: 1, maxLength: 2 }) },
    ),
    /** No nightly run at all. */
    isMissed: rarely(8),
    /** The platform answers nothing on this day. */
    isAway: rarely(12),
    /** Yesterday's figures come after the night and its second try. */
    isLate: rarely(10),
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
    /** The hours in which a look takes place. */
    looks: fc.oneof(
      { weight: 2, arbitrary: fc.subarray(lookHours, { maxLength: 0 }) },
      { weight: 1, arbitrary: fc.subarray(lookHours, { minLength: 1, maxLength: 3 }) },
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
const firstDays: readonly CalendarDay[] = ['2026-01-16', '2026-02-10', '2026-03-20'];
export const daysPlayed = 45;

/** In each world a few kinds of events happen: with all of them at once hardly a pool would be promised. */
export const someMonths = fc
  .shuffledSubarray<Kind>([...peopleEvents, ...edits], { minLength: 2, maxLength: 7 })
  .chain((kinds) =>
    fc.record({
      first: fc.constantFrom(...firstDays),
      anchorDay: fc.constantFrom(1, 1, 1, 15, 29, 30, 31),
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
      /** Whom the analytics know under another id than the roster. */
      otherIds: fc.constant<'nobodys' | 'some' | 'all'>('nobodys'),
      /** The runner's clock is so many minutes ahead. */
      aheadMinutes: fc.constantFrom(0, 0, 0, 1, -1, 20, -20, 60, -60, 110, -110),
      hasBlastRadius: rarely(4),
      /** Whether looks give credits. Where not, they send what pools are owed. */
      live: fc.constantFrom('off' as const, 'off' as const, 'on' as const),
      days: fc.array(someDay(kinds), { minLength: daysPlayed, maxLength: daysPlayed }),
    }),
  );

export type DrawnMonths = typeof someMonths extends fc.Arbitrary<infer T> ? T : never;
export type DrawnDay = DrawnMonths['days'][number];
export type DrawnEvent = DrawnDay['events'][number];
export type EditHappening = DrawnEvent & { readonly kind: Edit };
export type PeopleHappening = DrawnEvent & { readonly kind: PeopleEvent };

export function daysOfMonths({ first }: Pick<DrawnMonths, 'first'>): readonly CalendarDay[] {
  return Array.from({ length: daysPlayed }, (_, index) => plusDays(first, index));
}

export function isEdit(event: DrawnEvent): event is EditHappening {
  return edits.some((edit) => edit === event.kind);
}

export function isOfPeople(event: DrawnEvent): event is PeopleHappening {
  return !isEdit(event);
}
