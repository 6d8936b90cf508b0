import { daysPlayed, type DrawnDay, type DrawnMonths } from './drawn-months.ts';
import type { weaknesses } from './weaknesses.ts';

const quiet: DrawnDay = {
  events: [],
  isMissed: false,
  isAway: false,
  isLate: false,
  isTurnMissed: false,
  fate: 'done',
  killedAt: 0,
  looks: [],
};

/** Months in which nothing happens but what is said, day by day. */
function months(said: Partial<DrawnMonths>, onDay: (index: number) => Partial<DrawnDay> = () => ({})): DrawnMonths {
  return {
    first: '2026-01-16',
    anchorDay: 1,
    windows: ['month'],
    teamWindow: undefined,
    hasDefault: false,
    amount: 20_000,
    wants: [200, 200, Infinity, Infinity, Infinity],
    starts: [0, 0, 0, 0, 0],
    settleDays: 0,
    delayMinutes: 0,
    unattributedShare: 0,
    aheadMinutes: 0,
    hasBlastRadius: false,
    live: 'off',
    days: Array.from({ length: daysPlayed }, (_, index) => ({ ...quiet, ...onDay(index) })),
    ...said,
  };
}

const editAfterNight = { kind: 'edit-run', who: 0, factor: 1.2, minute: 200, inDays: 0, lasts: 0 } as const;

/** For each thing that promises rest on, months that show when it is gone. */
export const revealingMonths: Readonly<Record<keyof typeof weaknesses, DrawnMonths>> = {
  withoutBill: months({ unattributedShare: 0.01, wants: [40, 40, 40, 'bursts', 40] }),
  // An edit follows each night, on a day whose first hours may have been used under the limit that the night lowered.
  withoutReplacedLimits: months({ wants: ['bursts', 'bursts', 'bursts', 'bursts', 40] }, () => ({
    events: [editAfterNight],
  })),
  withoutReadingAgain: months(
    { settleDays: 2, amount: 60_000, wants: [200, 200, 200, 40, 'bursts'] },
    // Four nights of each week are missing.
    (index) => ({ isMissed: index % 7 > 2 }),
  ),
  // People who were idle begin in the last hours of January.
  withoutClock: months({ aheadMinutes: 110, starts: [0, 0, 15, 15, 15] }),
};
