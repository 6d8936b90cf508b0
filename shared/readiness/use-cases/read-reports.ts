import { isSameValue } from '../../kernel/records/same-value.ts';
import { PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { addDays, msPerDay, startOfDayMs, type Day } from '../../kernel/time/day.ts';
import { branchKey, type BranchRecord } from '../branch-record.ts';
import { freshReports, type FoldedBranches } from '../fresh-reports.ts';
import type { ReadingProgress, ReportSource } from '../ports.ts';

/** A list of up to this many reports is always read to its end: a handful of pages. */
const alwaysWholeMax = 2_000;
/** A longer one is read to its end once a week. */
const wholeEveryDays = 7;
/** A newest-first list is taken as read after this many pages without news. */
const stalePagesMax = 3;
const idsKeptMax = 1_000;

export interface ReadReports extends FoldedBranches {
  readonly progress: ReadingProgress;
  readonly isProgress: boolean;
  /** Why the list may be incomplete. */
  readonly problems: readonly string[];
}

/** Reads the list: to its end, or a long one until nothing new comes. */
export async function readReports(
  source: ReportSource,
  order: {
    readonly known: ReadonlyMap<string, BranchRecord>;
    readonly progress: ReadingProgress;
    readonly at: string;
    readonly today: Day;
    readonly historyDays: number;
    readonly versionParts: number;
    readonly isLate: () => boolean;
  },
): Promise<ReadReports> {
  const { known, progress, today, historyDays } = order;
  const isWhole = isWholeDue(progress, today);
  const fresh = freshReports(known, order.versionParts);
  const sinceMs = startOfDayMs(addDays(today, -historyDays));
  const untilMs = Date.parse(order.at) + msPerDay;
  const expected = expectedIds(known, progress, sinceMs);
  const tally = { reports: 0, unreadable: 0, repeated: 0, ahead: 0, stalePages: 0, lastMs: Infinity, descends: true };
  for await (const { reports, unreadable, repeated } of source.pages()) {
    let news = 0;
    for (const report of reports) {
      expected.delete(report.reportId);
      tally.descends &&= report.createdAtMs <= tally.lastMs;
      tally.lastMs = report.createdAtMs;
      tally.ahead += report.createdAtMs > untilMs ? 1 : 0;
      news += report.createdAtMs >= sinceMs && report.createdAtMs <= untilMs && fresh.add(report) ? 1 : 0;
    }
    tally.reports += reports.length;
    tally.unreadable += unreadable;
    tally.repeated += repeated;
    tally.stalePages = news === 0 ? tally.stalePages + 1 : 0;
    if (!isWhole && tally.stalePages >= stalePagesMax) {
      break;
    }
    if (order.isLate()) {
      throw new PlatformUnavailableError('the run reached its deadline while it read; the next one reads again');
    }
  }
  const missing = isWhole ? [...expected] : [];
  const after = isWhole ? wholeProgress(progress, { today, missing, ...tally }) : progress;
  return {
    ...fresh.folded(),
    progress: after,
    isProgress: !isSameValue(progress, after),
    problems: problemsOf(
      tally,
      missing.filter((id) => !progress.missing.includes(id)),
    ),
  };
}

function isWholeDue({ wholeOn, reports = 0, isNewestFirst = false }: ReadingProgress, today: Day): boolean {
  return (
    wholeOn === undefined ||
    reports <= alwaysWholeMax ||
    !isNewestFirst ||
    wholeOn > today ||
    wholeOn <= addDays(today, -wholeEveryDays)
  );
}

/** Reports that a full reading returns unless a page is lost. */
function expectedIds(
  known: ReadonlyMap<string, BranchRecord>,
  { withdrawn }: ReadingProgress,
  sinceMs: number,
): Set<string> {
  const gone = new Set(withdrawn);
  const newest = [...known.values()].flatMap(({ lines }) => lines.map((line) => line.newest));
  return new Set(
    newest.flatMap(({ reportId, at }) => (Date.parse(at) >= sinceMs && !gone.has(reportId) ? [reportId] : [])),
  );
}

function wholeProgress(
  before: ReadingProgress,
  found: {
    readonly today: Day;
    readonly missing: readonly string[];
    readonly reports: number;
    readonly descends: boolean;
  },
): ReadingProgress {
  const again = found.missing.filter((id) => before.missing.includes(id));
  return {
    wholeOn: found.today,
    reports: found.reports,
    isNewestFirst: found.descends,
    missing: found.missing.filter((id) => !again.includes(id)).slice(0, idsKeptMax),
    withdrawn: [...before.withdrawn, ...again].slice(-idsKeptMax),
  };
}

function problemsOf(
  tally: { readonly unreadable: number; readonly repeated: number; readonly ahead: number },
  missing: readonly string[],
): readonly string[] {
  const facts = [
    [missing.length, 'that the list had before did not come: a page may be lost'],
    [tally.repeated, 'came twice: the list moved while it was read, or a page was repeated'],
    [tally.unreadable, 'could not be read and were left out'],
    [tally.ahead, 'are dated in the future and were left out'],
  ] as const;
  return facts.flatMap(([count, what]) => (count === 0 ? [] : [`${counted(count, 'report')} ${what}`]));
}

export function byBranch(records: readonly BranchRecord[]): ReadonlyMap<string, BranchRecord> {
  return new Map(records.map((record) => [branchKey(record), record]));
}
