import type { Day } from '../../shared/kernel/time/day.ts';

/** A kind of day, and what each of the three does on it. */
export interface NightKind {
  /** As `runNight` knows it. */
  readonly kind: string;
  readonly today: Day;
  /** For the table. */
  readonly about: string;
}

/** In the order of the calendar: each night finds what the one before has left. */
export const nightKinds: readonly NightKind[] = [
  { kind: 'first', today: '2026-05-14', about: 'the first day: no limit, no ledger' },
  { kind: 'steady', today: '2026-05-15', about: 'a Friday like many' },
  { kind: 'Sunday', today: '2026-05-17', about: 'few people at work; ours reads four weeks again' },
  { kind: 'window start', today: '2026-06-01', about: 'a new month, new quarter budgets, two weeks missed' },
  { kind: 'edits', today: '2026-06-02', about: 'five budgets edited in the day, each with its own run' },
];
