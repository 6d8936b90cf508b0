import { sortedBy } from '../texts/compare-text.ts';
import type { Fall } from './compare-evaluations.ts';
import type { BranchRecord, CriterionRecord, FallRecord, Line } from './branch-record.ts';

/** A criterion that fell and has not recovered, as the newest report of its applications has it. */
export interface OpenFall {
  readonly criterion: string;
  readonly fall: FallRecord;
}

/** The open falls of some applications of a branch. */
export interface FallenLine {
  readonly record: BranchRecord;
  readonly line: Line;
  /** By criterion. */
  readonly falls: readonly OpenFall[];
}

/**
 * The falls of branches that are open: of what the newest report still evaluates, on branches with a report since
 * `since` (ISO instant); one that nobody looks at any more is nobody's matter.
 */
export function openFalls(records: readonly BranchRecord[], since: string): readonly FallenLine[] {
  return records.flatMap((record) =>
    record.lines
      .filter(({ newest }) => newest.at >= since)
      .flatMap((line) => {
        const falls = fallsOf(line);
        return falls.length === 0 ? [] : [{ record, line, falls }];
      }),
  );
}

/** Falls of these kinds alone. */
export function fallenBy(lines: readonly FallenLine[], kinds: readonly Fall[]): readonly FallenLine[] {
  return lines.flatMap(({ falls, ...line }) => {
    const wanted = falls.filter(({ fall }) => kinds.includes(fall.kind));
    return wanted.length === 0 ? [] : [{ ...line, falls: wanted }];
  });
}

function fallsOf({ criteria, newest }: Line): readonly OpenFall[] {
  return sortedBy(Object.entries(criteria), ([criterion]) => criterion).flatMap(([criterion, record]) =>
    record.fall === undefined || !isEvaluated(record, newest.reportId) ? [] : [{ criterion, fall: record.fall }],
  );
}

function isEvaluated({ report }: CriterionRecord, newestId: string): boolean {
  return report.reportId === newestId;
}
