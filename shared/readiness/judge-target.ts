import { compareText, sortedBy } from '../kernel/texts/compare-text.ts';
import { matchesWildcard } from '../kernel/texts/wildcard.ts';
import type { Day } from '../kernel/time/day.ts';
import type { BranchRecord } from './branch-record.ts';
import { repositoryPath } from './report.ts';
import type { TargetTerms } from './target.ts';

/** One repository's result for a target. `unknown`: no report that counts has evaluated the criterion. */
export interface RepositoryResult {
  readonly repository: string;
  readonly branch?: string;
  readonly status: 'met' | 'open' | 'missed' | 'unknown';
  readonly numerator?: number;
  readonly denominator?: number;
}

export function judgeTarget(
  target: TargetTerms,
  branches: readonly BranchRecord[],
  { today, mainBranches }: { readonly today: Day; readonly mainBranches: readonly string[] },
): readonly RepositoryResult[] {
  const named = branches.filter(({ repository }) => isRepository(target.repository, repository));
  const byRepository = Map.groupBy(named, ({ repository }) => repository);
  const counted = [...byRepository.values()].map((of) =>
    target.branch === undefined ? mainBranchOf(of, mainBranches) : of.find(({ branch }) => branch === target.branch),
  );
  const results = [...byRepository.keys()].map((repository, index) =>
    resultOf(target, { repository, record: counted[index], isDue: target.by < today }),
  );
  return sortedBy(results, ({ repository }) => repository);
}

/** Returns the branch that counts: the first of these names, else the one with the newest report. */
export function mainBranchOf(
  branches: readonly BranchRecord[],
  mainBranches: readonly string[],
): BranchRecord | undefined {
  const reported = branches.filter(({ lines }) => lines.length > 0);
  const main = mainBranches.map((name) => reported.find(({ branch }) => branch === name)).find(Boolean);
  return main ?? reported.toSorted((a, b) => compareText(newestOf(b), newestOf(a)))[0];
}

function resultOf(
  { criterion, percent }: TargetTerms,
  at: { readonly repository: string; readonly record: BranchRecord | undefined; readonly isDue: boolean },
): RepositoryResult {
  const { repository, record, isDue } = at;
  const branch = record?.branch === undefined ? {} : { branch: record.branch };
  const last = (record?.lines ?? []).flatMap(({ criteria }) => criteria[criterion] ?? []);
  if (last.length === 0) {
    return { repository, ...branch, status: 'unknown' };
  }
  const numerator = last.reduce((sum, each) => sum + each.numerator, 0);
  const denominator = last.reduce((sum, each) => sum + each.denominator, 0);
  const isMet = numerator * 100 >= denominator * percent;
  return { repository, ...branch, status: isMet ? 'met' : isDue ? 'missed' : 'open', numerator, denominator };
}

function newestOf({ lines }: BranchRecord): string {
  return lines.reduce((newest, line) => (line.newest.at > newest ? line.newest.at : newest), '');
}

/** Whether a pattern matches a repository, by its whole address or its path. */
export function isRepository(pattern: string, repository: string): boolean {
  return matchesWildcard(repository, pattern) || matchesWildcard(repositoryPath(repository), pattern);
}
