import type { PlatformWindow, WindowKind } from '../../../shared/budgets/window.ts';
import type { Day } from '../../../shared/kernel/time/day.ts';
import type { PoolAssumptions } from '../../../shared/pools/assumptions.ts';

/** A world small enough that everything that can happen in it is tried. */
export interface Scenario {
  readonly name: string;
  readonly firstDay: Day;
  readonly days: number;
  readonly users: readonly SmallUser[];
  readonly pools: readonly SmallPool[];
  readonly platformWindow: PlatformWindow;
  readonly assumptions: PoolAssumptions;
  /**
   * Who wants more, by number of the day: changes make the division take from one and give to another. A run in the
   * last hours of a day looks at the next day.
   */
  readonly wishes: readonly (readonly number[])[];
  /** Minutes of the day of runs beside the nightly one and the one at the start of a platform window. */
  readonly extraRunMinutes?: readonly number[];
  /** How many things may go wrong on one path: PUTs that are not simply done, late data, misreported days. */
  readonly faultsMax: number;
  readonly faults: readonly Fault[];
}

export type Fault = 'lost-applied' | 'lost-not-applied' | 'refused-row' | 'late-data' | 'misreport';

export interface SmallUser {
  readonly name: string;
  /** Consumed in the platform window before the first day, and known. */
  readonly usedBefore: number;
  /** The limit in force as the world begins; absent for a newcomer. */
  readonly limit?: number;
  /** Day number of joining, at its start; 0 when absent. */
  readonly joins?: number;
  /** Credits of the platform window that are reserved from a day on, by day number; with high priority or without. */
  readonly reserved?: { readonly upTo: number; readonly fromDay: number; readonly isHigh: boolean };
}

export interface SmallPool {
  readonly name: string;
  readonly window: WindowKind;
  readonly amount: number;
  readonly members: readonly string[];
  /** Consumed in the window before the first day by members: named, since the window may have begun before. */
  readonly usedBefore: number;
}

const allFaults: readonly Fault[] = ['lost-applied', 'lost-not-applied', 'refused-row', 'late-data'];
const plainAssumptions: PoolAssumptions = { settleDays: 0, enforcementDelayMinutes: 30, inFlightCredits: 0 };

const plain: Scenario = {
  name: 'a month of two users',
  firstDay: '2026-03-10',
  days: 3,
  users: [
    { name: 'a', usedBefore: 0, limit: 3 },
    { name: 'b', usedBefore: 0, limit: 1 },
  ],
  pools: [{ name: 'org', window: 'month', amount: 4, members: ['a', 'b'], usedBefore: 0 }],
  platformWindow: { anchorDay: 1 },
  assumptions: plainAssumptions,
  wishes: [
    [1, 3],
    [3, 1],
    [1, 1],
  ],
  faultsMax: 2,
  faults: allFaults,
};

/** Each is here for a rule that the others do not reach. */
export const scenarios: readonly Scenario[] = [
  plain,
  {
    ...plain,
    name: 'three users',
    days: 2,
    users: [
      { name: 'a', usedBefore: 0, limit: 2 },
      { name: 'b', usedBefore: 1, limit: 1 },
      { name: 'c', usedBefore: 0, limit: 0 },
    ],
    pools: [{ name: 'org', window: 'month', amount: 4, members: ['a', 'b', 'c'], usedBefore: 1 }],
    wishes: [
      [1, 3, 3],
      [3, 1, 1],
    ],
  },
  {
    ...plain,
    name: 'a reservation that begins in the middle, in a team and in the organization',
    days: 2,
    users: [
      { name: 'a', usedBefore: 0, limit: 2, reserved: { upTo: 4, fromDay: 0, isHigh: false } },
      { name: 'b', usedBefore: 0, limit: 1, reserved: { upTo: 2, fromDay: 1, isHigh: true } },
      { name: 'c', usedBefore: 0, limit: 1 },
    ],
    pools: [
      { name: 'org', window: 'month', amount: 5, members: ['a', 'b', 'c'], usedBefore: 0 },
      { name: 'team', window: 'month', amount: 3, members: ['a', 'b'], usedBefore: 0 },
    ],
    wishes: [
      [1, 1, 1],
      [1, 1, 3],
    ],
    faultsMax: 1,
  },
  {
    ...plain,
    name: 'the turn of the platform window',
    firstDay: '2026-03-31',
    users: [
      { name: 'a', usedBefore: 1, limit: 3 },
      { name: 'b', usedBefore: 0, limit: 1 },
    ],
    pools: [{ name: 'org', window: 'month', amount: 4, members: ['a', 'b'], usedBefore: 1 }],
    wishes: [
      [3, 1],
      [1, 3],
      [3, 1],
    ],
    faultsMax: 1,
  },
  {
    ...plain,
    // The week from Monday 30 March holds the turn on Wednesday.
    name: 'a week that spans the turn',
    firstDay: '2026-03-30',
    days: 4,
    users: [
      { name: 'a', usedBefore: 2, limit: 4 },
      { name: 'b', usedBefore: 1, limit: 2 },
    ],
    pools: [{ name: 'org', window: 'week', amount: 3, members: ['a', 'b'], usedBefore: 0 }],
    faultsMax: 0,
    wishes: [
      [1, 1],
      [1, 1],
      [1, 3],
      [3, 1],
    ],
  },
  {
    ...plain,
    name: 'a week that spans the turn, with a run before it',
    firstDay: '2026-03-30',
    users: [
      { name: 'a', usedBefore: 2, limit: 4 },
      { name: 'b', usedBefore: 1, limit: 2 },
    ],
    pools: [{ name: 'org', window: 'week', amount: 3, members: ['a', 'b'], usedBefore: 0 }],
    extraRunMinutes: [23 * 60 + 15],
    faultsMax: 0,
    wishes: [
      [1, 1],
      [1, 3],
      [3, 1],
      [1, 1],
    ],
  },
  {
    ...plain,
    name: 'days that turn with the platform window',
    firstDay: '2026-03-30',
    users: [
      { name: 'a', usedBefore: 2, limit: 4 },
      { name: 'b', usedBefore: 1, limit: 1 },
    ],
    pools: [{ name: 'org', window: 'day', amount: 2, members: ['a', 'b'], usedBefore: 0 }],
    faultsMax: 0,
  },
  {
    ...plain,
    name: 'days that are restated while they settle',
    days: 4,
    assumptions: { ...plainAssumptions, settleDays: 1 },
    wishes: [
      [1, 3],
      [1, 3],
      [3, 1],
      [1, 3],
    ],
    users: [
      { name: 'a', usedBefore: 0, limit: 2 },
      { name: 'b', usedBefore: 0, limit: 1 },
    ],
    pools: [{ name: 'org', window: 'month', amount: 3, members: ['a', 'b'], usedBefore: 0 }],
    faultsMax: 1,
    faults: ['misreport', 'late-data', 'lost-applied'],
  },
  {
    ...plain,
    name: 'turns that finish past the limit',
    assumptions: { ...plainAssumptions, inFlightCredits: 1 },
    users: [
      { name: 'a', usedBefore: 0, limit: 2 },
      { name: 'b', usedBefore: 0, limit: 0 },
    ],
    pools: [{ name: 'org', window: 'month', amount: 4, members: ['a', 'b'], usedBefore: 0 }],
    faultsMax: 1,
  },
  {
    ...plain,
    name: 'a run shortly before midnight',
    days: 2,
    users: [
      { name: 'a', usedBefore: 0, limit: 1 },
      { name: 'b', usedBefore: 0, limit: 3 },
    ],
    wishes: [
      [1, 3],
      [3, 1],
      [1, 3],
    ],
    extraRunMinutes: [23 * 60 + 45],
    faultsMax: 1,
  },
  {
    ...plain,
    name: 'use that is bounded by time',
    days: 2,
    assumptions: { ...plainAssumptions, maxCreditsPerUserHour: 0.5 },
    users: [
      { name: 'a', usedBefore: 0, limit: 5 },
      { name: 'b', usedBefore: 0, limit: 0 },
    ],
    pools: [{ name: 'org', window: 'month', amount: 5, members: ['a', 'b'], usedBefore: 0 }],
    wishes: [
      [0.1, 9],
      [9, 0.1],
    ],
    faultsMax: 1,
  },
  {
    ...plain,
    name: 'a newcomer without a limit',
    days: 4,
    users: [
      { name: 'a', usedBefore: 0, limit: 2 },
      { name: 'b', usedBefore: 0, joins: 1 },
    ],
    pools: [{ name: 'org', window: 'month', amount: 3, members: ['a', 'b'], usedBefore: 0 }],
    wishes: [
      [1, 1],
      [1, 1],
      [3, 1],
      [1, 3],
    ],
    faultsMax: 1,
  },
  {
    ...plain,
    name: 'a team inside the organization, on another window',
    days: 2,
    users: [
      { name: 'a', usedBefore: 1, limit: 2 },
      { name: 'b', usedBefore: 0, limit: 1 },
      { name: 'c', usedBefore: 0, limit: 1 },
    ],
    pools: [
      { name: 'org', window: 'month', amount: 5, members: ['a', 'b', 'c'], usedBefore: 1 },
      { name: 'team', window: 'day', amount: 2, members: ['a', 'b'], usedBefore: 0 },
    ],
    wishes: [
      [1, 3, 1],
      [3, 1, 2],
    ],
    faultsMax: 1,
  },
];
