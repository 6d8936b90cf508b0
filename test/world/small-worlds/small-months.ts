import { putFates } from '../attack/attacked-platform.ts';
import type { DrawnDay, DrawnEvent, DrawnMonths } from '../attack/drawn-months.ts';
import { quiet } from '../attack/written-months.ts';

/** At ten in the morning, for two days. */
function event(kind: DrawnEvent['kind'], rest: Partial<DrawnEvent> = {}): Partial<DrawnDay> {
  return { events: [{ kind, who: 0, factor: 1.2, minute: 600, inDays: 0, lasts: 1, ...rest }] };
}

/** What a day may bring, by its name: one thing. Everybody consumes on all days. */
export const happenings: Readonly<Record<string, Partial<DrawnDay>>> = {
  ...Object.fromEntries(putFates.map((fate) => [`the night's PUTs end so: ${fate}`, { fate }])),
  'a day is late': { isLate: true },
  'the run is skipped': { isMissed: true },
  'the run fails': { killedAt: 5 },
  'the platform is away': { isAway: true },
  'one is renamed': event('rename'),
  'an address is taken over': event('hand-over'),
  'two swap addresses': event('swap-addresses'),
  'an account is made anew': event('make-anew'),
  'one leaves': event('leave'),
  'one is back': event('return'),
  'one joins': event('join'),
  'one moves team': event('move-team'),
  'a row is unreadable': event('spoil'),
  'the row is mended': event('mend'),
  'a pool is raised': event('amount', { factor: 2 }),
  'a pool is lowered': event('amount', { factor: 0.5, who: 1 }),
  'a top-up begins': event('top-up-raises', { lasts: 9 }),
  'a top-up of a team ends tomorrow': event('team-top-up'),
  'a budget begins tomorrow': event('begin-budget', { inDays: 1 }),
  'a budget ends tomorrow': event('end-budget', { inDays: 1 }),
  'a budget follows another': event('follow-budget', { factor: 0.5, inDays: 1 }),
  'the hours are looked at': { looks: [0, 12, 23] },
};

/** The platform counts anew on the seventh day. */
const calendars = [
  { first: '2026-01-26', anchorDay: 1, aheadMinutes: 0 },
  { first: '2026-02-09', anchorDay: 15, aheadMinutes: 60 },
  { first: '2026-03-25', anchorDay: 31, aheadMinutes: -60 },
] as const;

const settleDays = [0, 2] as const;

/** Nine days with one thing on each of the three before a turn. Calendar, clock and restatements go round with `index`. */
export function smallMonth(names: readonly [string, string, string], index: number): DrawnMonths {
  const calendar = calendars[index % calendars.length] ?? calendars[0];
  const onDay = new Map(names.map((name, place) => [place + 3, happenings[name]]));
  return {
    ...calendar,
    windows: index % 2 === 0 ? ['month', 'week'] : ['quarter', 'month'],
    teamWindow: 'week',
    hasDefault: false,
    amount: 20_000,
    wants: [Infinity, 'bursts', 200, 40, Infinity],
    starts: [0, 0, 0, 0, 2],
    settleDays: settleDays[index % settleDays.length] ?? 0,
    delayMinutes: 30,
    unattributedShare: 0,
    otherIds: 'nobodys',
    hasBlastRadius: false,
    live: 'off',
    days: Array.from({ length: 9 }, (_, day) => ({ ...quiet, ...onDay.get(day) })),
  };
}
