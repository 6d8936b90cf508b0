import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { Day } from '../kernel/time/day.ts';
import { branchKey, type BranchRecord, type WeekShare } from './branch-record.ts';
import { foldReport, isNews, shareOf, withWeekShare, mondayOf, type CriterionChange } from './fold-report.ts';
import { compareReports, type ReadinessReport } from './report.ts';

/** Of several new reports of one branch only the newest are compared, to bound memory. */
const reportsKeptMax = 8;

interface FreshBranch {
  readonly reports: readonly ReadinessReport[];
  readonly changed?: ReadinessReport;
  readonly weeks: ReadonlyMap<string, { readonly apps: readonly string[]; readonly share: WeekShare }>;
}

export interface FoldedBranches {
  readonly records: readonly BranchRecord[];
  readonly changes: readonly { readonly record: BranchRecord; readonly change: CriterionChange }[];
}

export function freshReports(
  known: ReadonlyMap<string, BranchRecord>,
  versionParts: number,
): { add(report: ReadinessReport): boolean; folded(): FoldedBranches } {
  const fresh = new Map<string, FreshBranch>();

  return {
    add(report) {
      const key = branchKey(report);
      const record = known.get(key) ?? emptyBranch(report);
      if (!isNews(record, report)) {
        return false;
      }
      fresh.set(key, withReport(fresh.get(key) ?? { reports: [], weeks: new Map() }, report));
      return true;
    },
    folded() {
      const branches = sortedBy(fresh, ([key]) => key).map(([key, branch]) => {
        const [first] = branch.reports;
        const before = known.get(key) ?? emptyBranch(first ?? branch.changed ?? { repository: key });
        return foldBranch(before, branch, versionParts);
      });
      return {
        records: branches.map(({ record }) => record),
        changes: branches.flatMap(({ record, changes }) => changes.map((change) => ({ record, change }))),
      };
    },
  };
}

function withReport(branch: FreshBranch, report: ReadinessReport): FreshBranch {
  if (report.state === 'changed') {
    const isNewer = branch.changed === undefined || compareReports(report, branch.changed) > 0;
    return isNewer ? { ...branch, changed: report } : branch;
  }
  const isThere = branch.reports.some(({ reportId }) => reportId === report.reportId);
  const reports = isThere ? branch.reports : [...branch.reports, report].toSorted((a, b) => compareReports(b, a));
  return reports.slice(reportsKeptMax).reduce(withWeekOf, { ...branch, reports: reports.slice(0, reportsKeptMax) });
}

function withWeekOf(branch: FreshBranch, report: ReadinessReport): FreshBranch {
  const share = shareOf(report);
  const key = `${mondayOf(share.at)} ${report.apps.join('\n')}`;
  const known = branch.weeks.get(key)?.share;
  return known !== undefined && known.at >= share.at
    ? branch
    : { ...branch, weeks: new Map([...branch.weeks, [key, { apps: report.apps, share }]]) };
}

function foldBranch(before: BranchRecord, { reports, changed, weeks }: FreshBranch, versionParts: number) {
  const ascending = [...(changed === undefined ? [] : [changed]), ...reports.toReversed()];
  const changes: CriterionChange[] = [];
  let record = before;
  for (const report of ascending) {
    const folded = foldReport(record, report, versionParts);
    record = folded.record;
    changes.push(...folded.changes);
  }
  for (const { apps, share } of weeks.values()) {
    record = withWeekShare(record, apps, share);
  }
  return { record, changes };
}

function emptyBranch({ repository, branch }: { readonly repository: string; readonly branch?: string }): BranchRecord {
  return { repository, branch, lines: [] };
}

export function isForgotten({ lines, setAside }: BranchRecord, since: Day): boolean {
  const newest = [...lines.map((line) => line.newest.at), setAside?.at ?? ''].toSorted().at(-1) ?? '';
  return newest.slice(0, 10) < since;
}
