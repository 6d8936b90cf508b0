import { compareText, sortedBy } from '../../kernel/texts/compare-text.ts';
import { addDays, type Day } from '../../kernel/time/day.ts';
import type { BranchRecord, WeekShare } from '../branch-record.ts';
import { judgeTarget, mainBranchOf } from '../judge-target.ts';
import { openFalls, type FallenLine } from '../open-falls.ts';
import { passes } from '../report.ts';
import type { Target } from '../target.ts';
import type { ReadinessSettings } from './watch-readiness.ts';

type Settings = ReadinessSettings['readiness'];

export function repositoryDocuments(records: readonly BranchRecord[], settings: Settings, today: Day) {
  const falls = openFalls(records, addDays(today, -settings.staleAfterDays));
  const byRepository = Map.groupBy(records, ({ repository }) => repository);
  return sortedBy(byRepository, ([repository]) => repository).map(([repository, branches]) => {
    const main = mainBranchOf(branches, settings.mainBranches);
    const criteria = (main?.lines ?? []).flatMap((line) =>
      Object.values(line.criteria).filter(({ report }) => report.reportId === line.newest.reportId),
    );
    const newest = main?.lines[0]?.newest;
    return {
      repository,
      branch: main?.branch ?? null,
      branches: branches.length,
      passing: criteria.filter(passes).length,
      evaluated: criteria.length,
      regressions: falls.filter(({ record }) => record.repository === repository).flatMap(({ falls: of }) => of).length,
      at: newest?.at ?? null,
      commit: newest?.commit ?? null,
      trend: main === undefined ? [] : trendOf(main),
    };
  });
}

/** The newest share of each week; the sum when several sets of applications are reported. */
function trendOf({ lines }: BranchRecord) {
  const shares = lines.flatMap(({ weeks }) => Object.entries(weeks));
  const byWeek = Map.groupBy(shares, ([week]) => week);
  const sum = (of: readonly [Day, WeekShare][], field: 'passing' | 'evaluated'): number =>
    of.reduce((total, [, share]) => total + share[field], 0);
  return sortedBy(byWeek, ([week]) => week).map(([week, of]) => ({
    week,
    passing: sum(of, 'passing'),
    evaluated: sum(of, 'evaluated'),
  }));
}

export function fallDocuments(records: readonly BranchRecord[], settings: Settings, today: Day) {
  const lines = openFalls(records, addDays(today, -settings.staleAfterDays));
  return lines.flatMap(fallsOf).toSorted((a, b) => compareText(b.after.at, a.after.at));
}

function fallsOf({ record, line, falls }: FallenLine) {
  return falls.map(({ criterion, fall }) => ({
    repository: record.repository,
    branch: record.branch ?? null,
    apps: line.apps,
    criterion,
    kind: fall.kind,
    before: { ...fall.before, commit: fall.before.commit ?? null, rationale: fall.before.rationale ?? null },
    after: { ...fall.after, commit: fall.after.commit ?? null, rationale: fall.after.rationale ?? null },
    judges: fall.judges ?? null,
    saidClean: line.newest.state === 'clean',
  }));
}

export function branchDocuments(records: readonly BranchRecord[], repository: string) {
  return records
    .filter((record) => record.repository === repository)
    .map((record) => ({
      branch: record.branch ?? null,
      setAside: record.setAside ?? null,
      trend: trendOf(record),
      lines: record.lines.map(({ apps, newest, criteria }) => ({
        apps,
        newest: { ...newest, commit: newest.commit ?? null },
        criteria: sortedBy(Object.entries(criteria), ([criterion]) => criterion).map(([criterion, each]) => ({
          criterion,
          numerator: each.numerator,
          denominator: each.denominator,
          rationale: each.rationale ?? null,
          /** False: an earlier report evaluated it last. */
          current: each.report.reportId === newest.reportId,
          fall: each.fall?.kind ?? null,
        })),
      })),
    }));
}

export function targetDocuments(
  target: Target,
  records: readonly BranchRecord[],
  judged: { readonly today: Day; readonly mainBranches: readonly string[] },
) {
  const results = judgeTarget(target, records, judged);
  const count = (status: string): number => results.filter((each) => each.status === status).length;
  return {
    counts: { met: count('met'), open: count('open'), missed: count('missed'), unknown: count('unknown') },
    repositories: results,
  };
}

/** Repositories with reports, and regressed criteria: certain, and in doubt. */
export function readinessStatus(records: readonly BranchRecord[], settings: Settings, today: Day) {
  const falls = fallDocuments(records, settings, today);
  const inDoubt = falls.filter(({ kind }) => kind === 'other-judge' || kind === 'other-scope').length;
  return {
    repositories: new Set(records.map(({ repository }) => repository)).size,
    regressions: falls.length - inDoubt,
    inDoubt,
  };
}
