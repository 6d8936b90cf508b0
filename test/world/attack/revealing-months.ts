import type { DrawnMonths } from './drawn-months.ts';
import type { weaknesses } from './weaknesses.ts';
import { writtenMonths } from './written-months.ts';

const editAfterNight = { kind: 'edit-run', who: 0, factor: 1.2, minute: 200, inDays: 0, lasts: 0 } as const;

/** For each thing that promises rest on, months that show when it is gone. */
export const revealingMonths: Readonly<Record<keyof typeof weaknesses, DrawnMonths>> = {
  withoutBill: writtenMonths({ unattributedShare: 0.01, wants: [40, 40, 40, 'bursts', 40] }),
  // An edit follows each night, on a day whose first hours may have been used under the limit that the night lowered.
  withoutReplacedLimits: writtenMonths({ wants: ['bursts', 'bursts', 'bursts', 'bursts', 40] }, () => ({
    events: [editAfterNight],
  })),
  withoutReadingAgain: writtenMonths(
    { settleDays: 2, amount: 60_000, wants: [200, 200, 200, 40, 'bursts'] },
    // Four nights of each week are missing.
    (index) => ({ isMissed: index % 7 > 2 }),
  ),
  // People who were idle begin in the last hours of January.
  withoutClock: writtenMonths({ aheadMinutes: 110, starts: [0, 0, 15, 15, 15] }),
};
