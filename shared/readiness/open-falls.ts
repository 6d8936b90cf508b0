import { sortedBy } from '../kernel/texts/compare-text.ts';
import { dayText } from '../kernel/time/day.ts';
import type { BranchRecord, FallRecord, Line } from './branch-record.ts';
import type { Fall } from './compare-evaluations.ts';
import { describeEvaluation, type Evaluation, repositoryPath } from './report.ts';

/** A criterion that fell and has not recovered, from the newest report of its applications. */
export interface OpenFall {
  readonly criterion: string;
  readonly fall: FallRecord;
}

export interface FallenLine {
  readonly record: BranchRecord;
  readonly line: Line;
  readonly falls: readonly OpenFall[];
}

/** Returns open regressions that are still evaluated, on branches with a report since `since` (ISO instant). */
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

export function fallenBy(lines: readonly FallenLine[], kinds: readonly Fall[]): readonly FallenLine[] {
  return lines.flatMap(({ falls, ...line }) => {
    const wanted = falls.filter(({ fall }) => kinds.includes(fall.kind));
    return wanted.length === 0 ? [] : [{ ...line, falls: wanted }];
  });
}

function fallsOf({ criteria, newest }: Line): readonly OpenFall[] {
  return sortedBy(Object.entries(criteria), ([criterion]) => criterion).flatMap(([criterion, { fall, report }]) =>
    fall === undefined || report.reportId !== newest.reportId ? [] : [{ criterion, fall }],
  );
}

const appsNamedMax = 3;
const commitCharsMax = 12;

/** Names the place of reports: repository, branch, and the applications if the branch has several lines. */
export function describePlace({ repository, branch, lines }: BranchRecord, { apps }: Line): string {
  // In a mail a whole address would look like a broken link.
  const place = `${repositoryPath(repository)}, ${branch === undefined ? 'a branch that the platform does not name' : `branch ${branch}`}`;
  if (lines.length === 1) {
    return place;
  }
  const more = apps.length - appsNamedMax;
  return `${place}, ${apps.slice(0, appsNamedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Describes a regression in a sentence: what, from when to when, at which commit, and the platform's rationale. */
export function describeFall({ criterion, fall }: OpenFall): string {
  const { before, after } = fall;
  const reason = after.rationale === undefined ? 'the report says no reason' : `the report says: ${after.rationale}`;
  return `${criterion}: ${describeEvaluation(before)}${pointOf(before)} -> ${describeEvaluation(after)}${pointOf(after)}${doubtOf(fall)}; ${reason}`;
}

function pointOf({ at, commit }: Evaluation & FallRecord['before']): string {
  const day = dayText(at.slice(0, 10));
  return commit === undefined ? ` (${day})` : ` (${day}, commit ${commit.slice(0, commitCharsMax)})`;
}

function doubtOf({ kind, judges }: FallRecord): string {
  switch (kind) {
    case 'other-judge':
      return ` scored by a different model or version: ${judges ?? ''}`;
    case 'other-scope':
      return ', of other applications than before';
    case 'regression':
    case 'worse':
      return judges === undefined ? '' : ` (since judged by another: ${judges})`;
  }
}
