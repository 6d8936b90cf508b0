import type { RowOutcome } from '../../../shared/limits/limit-record.ts';
import type { LimitChange } from '../../../shared/pools/pool-plan.ts';
import type { Scenario } from './scenario.ts';

interface SentRow {
  readonly change: LimitChange;
  /** What Curfew is told. */
  readonly told: RowOutcome['kind'];
  readonly isApplied: boolean;
}

interface BatchResult {
  readonly rows: readonly SentRow[];
  /** How many faults it took. */
  readonly faults: 0 | 1;
}

/** What can become of one PUT: done; its answer lost, applied or not; or one row of it refused. */
export function batchOutcomes(
  { faults }: Scenario,
  batch: readonly LimitChange[],
  faultsLeft: number,
): readonly BatchResult[] {
  const all = (told: RowOutcome['kind'], isApplied: boolean): readonly SentRow[] =>
    batch.map((change) => ({ change, told, isApplied }));
  const done: BatchResult = { rows: all('done', true), faults: 0 };
  if (faultsLeft === 0) {
    return [done];
  }
  const lost = (isApplied: boolean): BatchResult => ({ rows: all('unknown', isApplied), faults: 1 });
  const refused = batch.map((refusedChange): BatchResult => {
    const rows = batch.map((change): SentRow =>
      change === refusedChange
        ? { change, told: 'failed', isApplied: false }
        : { change, told: 'done', isApplied: true },
    );
    return { rows, faults: 1 };
  });
  return [
    done,
    ...(faults.includes('lost-applied') ? [lost(true)] : []),
    ...(faults.includes('lost-not-applied') ? [lost(false)] : []),
    ...(faults.includes('refused-row') ? refused : []),
  ];
}
