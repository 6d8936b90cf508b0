/** One day small enough that everything that can happen in it is tried, with runs that give between the nights. */
export interface LiveScenario {
  readonly name: string;
  /** What is known of each user, and the limit in force since before the day. */
  readonly users: readonly { readonly name: string; readonly known: number; readonly limit: number }[];
  readonly pools: readonly LivePool[];
  readonly runs: readonly LiveRun[];
  /** What a reading may say. */
  readonly totals: readonly Telling[];
  readonly faults: readonly LiveFault[];
  readonly faultsMax: number;
  readonly inFlightCredits: number;
  readonly errorPercent: number;
  readonly slackCredits: number;
  readonly capPercent: number;
}

interface LivePool {
  readonly name: string;
  readonly amount: number;
  readonly members: readonly string[];
}

export interface LiveRun {
  readonly atMinute: number;
  readonly reads?: true;
  /** What limits it may lower somebody to; whoever it is. */
  readonly lowersTo?: readonly number[];
  /** It may give anybody all that is free; hints say who, so that every choice has to be harmless. */
  readonly raises?: true;
}

/**
 * What a reading says: what is so; what was so as long ago as use takes to show; the least that the allowance covers;
 * twice as much; nothing at all; or only what the others used, the listing being marked as incomplete.
 */
export type Telling = 'exact' | 'late' | 'short' | 'long' | 'nothing' | 'incomplete';

export type LiveFault = 'lost-applied' | 'lost-not-applied' | 'refused-row';

export const delayMinutes = 30;
export const lagMinutes = 10;

const plain: LiveScenario = {
  name: 'two users, one of whom is idle',
  users: [
    { name: 'a', known: 0, limit: 3 },
    { name: 'b', known: 0, limit: 1 },
  ],
  pools: [{ name: 'org', amount: 4, members: ['a', 'b'] }],
  runs: [
    { atMinute: 60, lowersTo: [0, 1] },
    { atMinute: 75, reads: true, raises: true },
    { atMinute: 130, reads: true, raises: true },
    { atMinute: 145, raises: true },
  ],
  totals: ['exact', 'long'],
  faults: [],
  faultsMax: 0,
  inFlightCredits: 0,
  errorPercent: 0,
  slackCredits: 0,
  capPercent: 100,
};

/** Each is here for a rule that the others do not reach. */
export const liveScenarios: readonly LiveScenario[] = [
  plain,
  {
    ...plain,
    name: 'limits that fall and rise again, with lost and refused PUTs',
    runs: [
      { atMinute: 60, lowersTo: [0] },
      { atMinute: 130, reads: true, lowersTo: [0], raises: true },
      { atMinute: 200, reads: true, raises: true },
    ],
    totals: ['exact'],
    faults: ['lost-applied', 'lost-not-applied', 'refused-row'],
    faultsMax: 1,
  },
  {
    ...plain,
    name: 'totals that show use late',
    runs: [
      { atMinute: 60, lowersTo: [0, 1] },
      { atMinute: 95, reads: true, raises: true },
      { atMinute: 130, reads: true, raises: true },
    ],
    totals: ['exact', 'late'],
  },
  {
    ...plain,
    name: 'totals that say too little, within the allowance',
    users: [
      { name: 'a', known: 0, limit: 5 },
      { name: 'b', known: 0, limit: 0 },
    ],
    pools: [{ name: 'org', amount: 5, members: ['a', 'b'] }],
    runs: [
      { atMinute: 60, lowersTo: [0] },
      { atMinute: 130, reads: true, raises: true },
    ],
    totals: ['exact', 'short', 'incomplete'],
    errorPercent: 25,
  },
  {
    ...plain,
    name: 'totals that say too little, within a fixed amount',
    runs: [
      { atMinute: 60, lowersTo: [0, 1] },
      { atMinute: 130, reads: true, raises: true },
    ],
    totals: ['exact', 'short'],
    slackCredits: 1,
  },
  {
    ...plain,
    name: 'known use, and turns that run past the limit',
    users: [
      { name: 'a', known: 1, limit: 4 },
      { name: 'b', known: 1, limit: 1 },
    ],
    pools: [{ name: 'org', amount: 7, members: ['a', 'b'] }],
    runs: [
      { atMinute: 60, lowersTo: [1, 2] },
      { atMinute: 105, reads: true, raises: true },
    ],
    totals: ['exact', 'late'],
    inFlightCredits: 1,
  },
  {
    ...plain,
    name: 'a team inside the organization',
    users: [
      { name: 'a', known: 0, limit: 3 },
      { name: 'b', known: 0, limit: 0 },
      { name: 'c', known: 0, limit: 1 },
    ],
    pools: [
      { name: 'org', amount: 5, members: ['a', 'b', 'c'] },
      { name: 'team', amount: 3, members: ['a', 'b'] },
    ],
    runs: [
      { atMinute: 60, lowersTo: [0, 1] },
      { atMinute: 130, reads: true, raises: true },
    ],
    totals: ['exact'],
  },
  {
    ...plain,
    name: 'totals that are entirely wrong, with a cap',
    users: [
      { name: 'a', known: 0, limit: 4 },
      { name: 'b', known: 0, limit: 1 },
    ],
    pools: [{ name: 'org', amount: 5, members: ['a', 'b'] }],
    runs: [
      { atMinute: 60, lowersTo: [0] },
      { atMinute: 130, reads: true, raises: true },
      { atMinute: 200, reads: true, raises: true },
    ],
    totals: ['exact', 'nothing'],
    capPercent: 20,
  },
  {
    ...plain,
    name: 'totals that are entirely wrong, without a cap',
    pools: [{ name: 'org', amount: 5, members: ['a', 'b'] }],
    runs: [
      { atMinute: 60, lowersTo: [0] },
      { atMinute: 130, reads: true, raises: true },
      { atMinute: 200, reads: true, raises: true },
    ],
    totals: ['exact', 'nothing'],
    capPercent: 0,
  },
];

/** More of the same at once, for a long search. */
export const largeLiveScenario: LiveScenario = {
  ...plain,
  name: 'many runs, with everything that may go wrong',
  users: [
    { name: 'a', known: 0, limit: 4 },
    { name: 'b', known: 0, limit: 1 },
  ],
  pools: [{ name: 'org', amount: 5, members: ['a', 'b'] }],
  runs: [
    { atMinute: 60, lowersTo: [0, 2] },
    { atMinute: 75, reads: true, raises: true },
    { atMinute: 130, reads: true, lowersTo: [0, 1], raises: true },
    { atMinute: 145, raises: true },
    { atMinute: 200, reads: true, raises: true },
  ],
  totals: ['exact', 'late'],
  faults: ['lost-applied', 'lost-not-applied', 'refused-row'],
  faultsMax: 1,
};

/** What may be used of a pool at most: beyond the amount only where the totals may be entirely wrong. */
export function allowedOf({ totals, capPercent }: LiveScenario, { amount }: LivePool): number {
  return totals.includes('nothing') ? Math.floor(amount * (1 + capPercent / 100)) : amount;
}
