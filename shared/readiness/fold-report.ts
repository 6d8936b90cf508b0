import { addDays, dayOf, weekdayOf, type Day } from '../kernel/time/day.ts';
import {
  readinessLimits,
  type BranchRecord,
  type CriterionRecord,
  type FallRecord,
  type Line,
  type ReportFacts,
  type WeekShare,
} from './branch-record.ts';
import { compareEvaluations, type Change } from './compare-evaluations.ts';
import { compareReports, judgeChange, passes, type Evaluation, type ReadinessReport } from './report.ts';

/** A report's change of one criterion. `new` and `gone`: it was evaluated for the first time, or no longer. */
export interface CriterionChange {
  readonly criterion: string;
  readonly kind: Exclude<Change, 'same' | 'better'> | 'recovered' | 'new' | 'gone';
  readonly fall?: FallRecord;
}

/** Adds a report to its branch. Older reports change nothing, so the reading order does not matter. */
export function foldReport(
  record: BranchRecord,
  report: ReadinessReport,
  versionParts: number,
): { readonly record: BranchRecord; readonly changes: readonly CriterionChange[] } {
  if (report.state === 'changed') {
    return { record: withSetAside(record, report), changes: [] };
  }
  const line = lineOf(record, report);
  if (line === undefined) {
    const fresh = lineFrom(report, undefined, versionParts);
    return { record: withLine(record, undefined, fresh.line), changes: [] };
  }
  if (!isLaterThan(report, line.newest)) {
    return { record: withLine(record, line, withWeek(line, report)), changes: [] };
  }
  // Reports of an unnamed branch may be of different branches: they are stored, and not compared.
  const { line: next, changes } = lineFrom(report, record.branch === undefined ? undefined : line, versionParts);
  const weeks = { ...next, weeks: line.weeks };
  return { record: withLine(record, line, withWeek(weeks, report)), changes };
}

function lineOf({ lines }: BranchRecord, { apps }: { readonly apps: readonly string[] }): Line | undefined {
  const wanted = new Set(apps);
  const common = (line: Line): number => line.apps.filter((app) => wanted.has(app)).length;
  const most = Math.max(0, ...lines.map(common));
  return lines.find((line) => (most === 0 ? line.apps.length === 0 && apps.length === 0 : common(line) === most));
}

function factsOf({ reportId, createdAtMs, commit, state, judge }: ReadinessReport): ReportFacts {
  return {
    reportId,
    at: new Date(createdAtMs).toISOString(),
    commit,
    state: state === 'clean' ? 'clean' : 'unsaid',
    judge,
  };
}

function lineFrom(
  report: ReadinessReport,
  before: Line | undefined,
  versionParts: number,
): { readonly line: Line; readonly changes: readonly CriterionChange[] } {
  const facts = factsOf(report);
  const evaluated = Object.entries(report.criteria).slice(0, readinessLimits.criteriaMax);
  const steps = evaluated.map(([criterion, evaluation]) => {
    const known = before?.criteria[criterion];
    const fall = fallOf(known, { ...evaluation, report: facts, apps: report.apps }, versionParts);
    const record: CriterionRecord = {
      ...withoutPassedReason(evaluation),
      report: facts,
      apps: report.apps,
      fall,
    };
    return { criterion, record, change: before === undefined ? undefined : changeOf(criterion, known, record) };
  });
  const gone = Object.entries(before?.criteria ?? {}).filter(([criterion]) => report.criteria[criterion] === undefined);
  const goneNow = gone.filter(([, { report: last }]) => last.reportId === before?.newest.reportId);
  return {
    line: {
      apps: report.apps,
      newest: facts,
      criteria: Object.fromEntries(
        [...gone, ...steps.map(({ criterion, record }) => [criterion, record] as const)].slice(
          -readinessLimits.criteriaMax,
        ),
      ),
      weeks: { [mondayOf(facts.at)]: shareOf(report) },
    },
    changes: [
      ...steps.flatMap(({ change }) => change ?? []),
      ...goneNow.map(([criterion]) => ({ criterion, kind: 'gone' as const })),
    ],
  };
}

function changeOf(
  criterion: string,
  before: CriterionRecord | undefined,
  after: CriterionRecord,
): CriterionChange | undefined {
  if (before === undefined) {
    return { criterion, kind: 'new' };
  }
  const { fall } = after;
  if (fall !== undefined) {
    return fall === before.fall ? undefined : { criterion, kind: fall.kind, fall };
  }
  return before.fall === undefined ? undefined : { criterion, kind: 'recovered' };
}

function fallOf(
  before: CriterionRecord | undefined,
  after: CriterionRecord,
  versionParts: number,
): FallRecord | undefined {
  if (before === undefined) {
    return undefined;
  }
  const change = compareEvaluations(judged(before), judged(after), versionParts);
  if (change === 'same' || change === 'better') {
    return before.fall === undefined || hasRecovered(before.fall, after) ? undefined : before.fall;
  }
  // A continuing regression keeps its beginning; one that was in doubt and no longer is, is reported as certain.
  const first =
    before.fall === undefined || hasRecovered(before.fall, before) ? snapshotOf(before) : before.fall.before;
  const judges = judgeChange(before.report.judge, after.report.judge);
  const kind = change === 'worse' && passes(first) && before.fall?.kind === 'regression' ? 'regression' : change;
  return { kind, before: first, after: snapshotOf(after), judges };
}

function hasRecovered({ before }: FallRecord, now: Evaluation): boolean {
  return passes(now) || now.numerator / now.denominator >= before.numerator / before.denominator;
}

function judged({ report, apps, ...evaluation }: CriterionRecord) {
  return { evaluation, apps, judge: report.judge };
}

function snapshotOf({ numerator, denominator, rationale, report: { at, commit } }: CriterionRecord) {
  return {
    numerator,
    denominator,
    at,
    rationale,
    commit,
  };
}

function withoutPassedReason(evaluation: Evaluation): Evaluation {
  const { numerator, denominator } = evaluation;
  return passes(evaluation) ? { numerator, denominator } : evaluation;
}

function withLine(record: BranchRecord, before: Line | undefined, after: Line): BranchRecord {
  const lines = [after, ...record.lines.filter((line) => line !== before)]
    .toSorted((a, b) => Date.parse(b.newest.at) - Date.parse(a.newest.at))
    .slice(0, readinessLimits.linesMax);
  return { ...record, lines };
}

function withWeek(line: Line, report: ReadinessReport): Line {
  return withShare(line, shareOf(report));
}

/** Records the share of passed criteria for a week, unless it has a newer report. */
export function withWeekShare(record: BranchRecord, apps: readonly string[], share: WeekShare): BranchRecord {
  const line = lineOf(record, { apps });
  return line === undefined
    ? record
    : { ...record, lines: record.lines.map((each) => (each === line ? withShare(line, share) : each)) };
}

function withShare(line: Line, share: WeekShare): Line {
  const week = mondayOf(share.at);
  const known = line.weeks[week];
  if (known !== undefined && (known.at > share.at || (known.at === share.at && known.reportId >= share.reportId))) {
    return line;
  }
  const weeks = Object.entries({ ...line.weeks, [week]: share }).toSorted(([first], [other]) =>
    first < other ? -1 : 1,
  );
  return { ...line, weeks: Object.fromEntries(weeks.slice(-readinessLimits.weeksMax)) };
}

export function shareOf({ reportId, createdAtMs, criteria }: ReadinessReport): WeekShare {
  const all = Object.values(criteria);
  return {
    reportId,
    at: new Date(createdAtMs).toISOString(),
    passing: all.filter(passes).length,
    evaluated: all.length,
  };
}

export function mondayOf(at: string): Day {
  const day = dayOf(Date.parse(at));
  return addDays(day, 1 - weekdayOf(day));
}

export function isNews(record: BranchRecord, report: ReadinessReport): boolean {
  if (report.state === 'changed') {
    return isLaterThan(report, record.setAside);
  }
  const line = lineOf(record, report);
  return line === undefined || isLaterThan(report, line.newest);
}

function withSetAside(record: BranchRecord, report: ReadinessReport): BranchRecord {
  const at = new Date(report.createdAtMs).toISOString();
  return isLaterThan(report, record.setAside) ? { ...record, setAside: { reportId: report.reportId, at } } : record;
}

function isLaterThan(
  report: ReadinessReport,
  known: { readonly reportId: string; readonly at: string } | undefined,
): boolean {
  return (
    known === undefined || compareReports(report, { createdAtMs: Date.parse(known.at), reportId: known.reportId }) > 0
  );
}
