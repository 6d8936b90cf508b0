import { daysPlayed, type DrawnDay, type DrawnMonths } from './drawn-months.ts';

/** A day on which nothing happens but the night. */
export const quiet: DrawnDay = {
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
export function writtenMonths(
  said: Partial<DrawnMonths>,
  onDay: (index: number) => Partial<DrawnDay> | undefined = () => undefined,
): DrawnMonths {
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
    otherIds: 'nobodys',
    aheadMinutes: 0,
    hasBlastRadius: false,
    live: 'off',
    days: Array.from({ length: daysPlayed }, (_, index) => ({ ...quiet, ...onDay(index) })),
    ...said,
  };
}
