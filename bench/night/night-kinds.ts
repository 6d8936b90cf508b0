import type { Day } from '../../shared/kernel/time/day.ts';

/** The night after which budgets are edited in the day, each edit with a run of its own, and how many. */
export const nightOfEdits = 'edits';
export const editsOfNight = 5;

export interface NightKind {
  readonly kind: string;
  readonly today: Day;
}

/** What the runs of a day did; units are of DynamoDB, or rows of less than a kilobyte in a database of its own. */
export interface DayWork {
  readonly runs: number;
  readonly limitsSent: number;
  readonly tableCalls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
}
