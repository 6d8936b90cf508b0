import type { BranchRecord, FallRecord, Line } from './branch-record.ts';
import type { OpenFall } from './open-falls.ts';
import { describeEvaluation, type Evaluation } from './report.ts';
import { repositoryPath } from './repository-path.ts';

const appsNamedMax = 3;
const commitCharsMax = 12;

/** Where reports are of: repository, branch, and the applications where the branch has several lines of them. */
export function describePlace({ repository, branch, lines }: BranchRecord, { apps }: Line): string {
  // In a mail a whole address would look like a link that is none.
  const place = `${repositoryPath(repository)}, ${branch === undefined ? 'a branch that the platform does not name' : `branch ${branch}`}`;
  if (lines.length === 1) {
    return place;
  }
  const more = apps.length - appsNamedMax;
  return `${place}, ${apps.slice(0, appsNamedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A fall in a sentence: what, from when to when, at which commit, and what the platform says of it. */
export function describeFall({ criterion, fall }: OpenFall): string {
  const { before, after } = fall;
  const reason = after.rationale === undefined ? 'the report says no reason' : `the report says: ${after.rationale}`;
  return `${criterion}: ${describeEvaluation(before)}${pointOf(before)} -> ${describeEvaluation(after)}${pointOf(after)}${doubtOf(fall)}; ${reason}`;
}

function pointOf({ at, commit }: Evaluation & FallRecord['before']): string {
  const day = at.slice(0, 10);
  return commit === undefined ? ` (${day})` : ` (${day}, commit ${commit.slice(0, commitCharsMax)})`;
}

function doubtOf({ kind, judges }: FallRecord): string {
  switch (kind) {
    case 'other-judge':
      return ` by another judge: ${judges ?? ''}`;
    case 'other-scope':
      return ', of other applications than before';
    case 'regression':
    case 'worse':
      return judges === undefined ? '' : ` (since judged by another: ${judges})`;
  }
}
