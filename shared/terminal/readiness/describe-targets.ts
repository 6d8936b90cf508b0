import { targetRecord } from '../../contracts/records/readiness-target.ts';
import type { Target } from '../../domain/readiness/target.ts';
import { recordCells, recordColumns } from '../records/record-rows.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

interface TargetShown {
  readonly target: Target;
  readonly counts: Readonly<Record<'met' | 'open' | 'missed' | 'unknown', number>>;
}

/** Targets as a table, with how many repositories meet each. */
export function describeTargets(targets: readonly TargetShown[], style: Style): string {
  const columns = [...recordColumns(targetRecord), { title: 'Met' }, { title: 'Missed' }, { title: 'Unknown' }];
  const rows = targets.map(({ target, counts }) => [
    ...recordCells(targetRecord, target),
    `${counts.met} of ${counts.met + counts.open + counts.missed + counts.unknown}`,
    String(counts.missed),
    String(counts.unknown),
  ]);
  return rows.length === 0
    ? 'There are no targets yet; make one with "readiness targets set".'
    : renderTable(columns, rows, style);
}
