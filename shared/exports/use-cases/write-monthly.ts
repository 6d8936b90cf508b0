import type { EnforcementSettings } from '../../enforcement/enforcement-settings.ts';
import { ledgerStoreNeeds, userStoreNeeds } from '../../enforcement/ports.ts';
import type { SnapshotPorts } from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import { restatedDaysIn } from '../../journal/day-entries.ts';
import type { Finding } from '../../kernel/runs/finding.ts';
import { heldOutcome } from '../../kernel/runs/outcome.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import { exportsJob, exportsSuffix } from '../../kernel/runs/run-id.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { passed, type EndedRun, type JobWork, type RunOrder, type WorkEnd } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds, type WatcherPorts } from '../../kernel/runs/use-cases/watcher-ports.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { type Day, type DayRange, dayOf, dayRanges, daysOf } from '../../kernel/time/day.ts';
import { type Observation, observationOf } from '../../notifications/observation.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { type ExportFormat, fileForms } from '../export-kinds.ts';
import { ExportRefusedError } from '../export-refused.ts';
import { type ExportSource, usageSource } from '../export-source.ts';
import { withMoney } from '../exported-rows.ts';
import { lastMonth, type MonthlyFile, monthlyFiles } from '../monthly-files.ts';
import { exportFilesNeeds, type ExportFiles, figureSourceNeeds, type FigureSource } from '../ports.ts';
import { writeExport } from '../write-export.ts';
import { openUsage, type Place } from './open-usage.ts';

export interface MonthlyPorts extends WatcherPorts, SnapshotPorts {
  readonly figures: FigureSource;
  readonly files: ExportFiles;
}

export interface MonthlySettings extends EnforcementSettings {
  readonly money: { readonly prices: readonly string[] };
  readonly monthlyExports: { readonly to?: string; readonly formats: readonly ExportFormat[] };
}

interface MonthlyTerms {
  readonly settings: MonthlySettings;
  /** Who pays the platform. */
  readonly account: string;
}

/**
 * Writes the files of the last month once its figures are complete, and usage of months whose days were restated since.
 * The same month gives the same files again, until figures are restated: then usage has their corrections.
 */
export async function writeMonthly(ports: MonthlyPorts, terms: MonthlyTerms, order: RunOrder): Promise<EndedRun> {
  const { end: _end, ...ended } = await runJob(ports, order, frameOf(ports), async (work) => {
    const end = await endOf(async () => {
      const collected = { missing: await missingDays(work) };
      const plan = { files: await filesToWrite(work, terms.settings, collected.missing) };
      const applied = await applyPermitted(work, passed, async () =>
        writeAll(work, plan, { ...terms, stopAtMs: order.stopAtMs }),
      );
      return { collected, plan, ...applied };
    });
    return closeRun(work, end, outcomeOf, {
      observe: async (own) => observe(work, terms.settings, own),
      compose: async (_outcome, nowMs) =>
        composeDueMails(work.ports, work.run, { lease: exportsJob, settings: terms.settings, nowMs }),
    });
  });
  return ended;
}

interface Written {
  readonly written: readonly { readonly name: string; readonly rows: number }[];
  readonly problems: readonly string[];
  /** The time was over before all were written. */
  readonly isUnfinished: boolean;
}

interface Plan {
  readonly files: readonly MonthlyFile[];
}

type End = WorkEnd<{ readonly missing: readonly Day[] }, Plan, Written>;

function frameOf({ leases, ids, runs, journal }: MonthlyPorts) {
  return {
    name: exportsJob,
    lease: { leases, ids, name: exportsJob, durationMs: 15 * 60_000, doing: 'writing exports', needs },
    record: { runs, journal },
  };
}

const needs: LeaseNeeds<MonthlyPorts> = {
  ...watcherNeeds,
  budgets: 'free',
  live: 'free',
  grants: 'free',
  teams: 'free',
  limits: 'free',
  users: userStoreNeeds,
  ledger: ledgerStoreNeeds,
  figures: figureSourceNeeds,
  files: exportFilesNeeds,
};

async function missingDays({ ports, run }: JobWork<MonthlyPorts>): Promise<readonly Day[]> {
  const month = lastMonth(run.today);
  const known = await ports.ledger.listDays(month);
  const complete = new Set(known.filter(({ status }) => status === 'complete').map(({ day }) => day));
  return daysOf(month).filter((day) => !complete.has(day));
}

async function filesToWrite(
  { ports, run }: JobWork<MonthlyPorts>,
  { monthlyExports: { to, formats } }: MonthlySettings,
  missing: readonly Day[],
): Promise<readonly MonthlyFile[]> {
  if (to === undefined) {
    return [];
  }
  const { from, through } = lastMonth(run.today);
  const at = isScheduled(run.runId) ? await ports.runs.latestSent(exportsJob) : undefined;
  const writtenAt = at !== undefined && dayOf(Date.parse(at)) > through ? at : undefined;
  const isWaiting = isScheduled(run.runId) && missing.length > 0 && Number(run.today.slice(-2)) <= patienceDays;
  const since = { from: writtenAt === undefined ? from : dayOf(Date.parse(writtenAt)), through: run.today };
  const entries = await ports.journal.list(since, Infinity, ['day-restated']);
  const restated = restatedDaysIn(entries.filter((entry) => writtenAt === undefined || entry.at > writtenAt))
    .map(({ day }) => day)
    .filter((day) => writtenAt !== undefined || day < from);
  return monthlyFiles(run.today, { formats, restated, isWritten: writtenAt !== undefined || isWaiting });
}

function isScheduled(runId: string): boolean {
  return runId.endsWith(`-${exportsSuffix}`);
}

/** For so many days of a month the last one waits for its figures; then it is written as it is. One by hand does not wait. */
const patienceDays = 9;

/** What cannot be written is a problem of its own: the other files are. */
async function writeAll(
  work: JobWork<MonthlyPorts>,
  { files }: Plan,
  { settings, account, stopAtMs }: MonthlyTerms & { readonly stopAtMs: number },
): Promise<Written> {
  const { to = '' } = settings.monthlyExports;
  const written: { readonly name: string; readonly rows: number }[] = [];
  const problems: string[] = [];
  for (const { name, what, format, range, isKept } of files) {
    if (work.ports.clock.now() >= stopAtMs) {
      return {
        written,
        problems: [...problems, 'The time was over before every file was written.'],
        isUnfinished: true,
      };
    }
    const { isFocus, mediaType } = fileForms[format];
    try {
      const source =
        what === 'usage'
          ? await usageOf(work, { settings, account, range, isFocus })
          : await work.ports.figures.list(what, range, Date.parse(work.run.at));
      const sink = await work.ports.files.open({ to, name, mediaType, isKept });
      written.push({ name, rows: await writeExport(source, { sink, format }) });
    } catch (error) {
      if (!(error instanceof ExportRefusedError)) {
        throw error;
      }
      problems.push(`${name} was not written: ${error.message}`);
    }
  }
  return { written, problems, isUnfinished: false };
}

const rowsOfPage = 10_000;

async function usageOf(
  { ports, run }: JobWork<MonthlyPorts>,
  {
    settings: { money, platformWindowAnchorDay: anchorDay },
    account,
    range,
    isFocus,
  }: MonthlyTerms & { readonly range: DayRange; readonly isFocus: boolean },
): Promise<ExportSource> {
  const reader = await openUsage(ports, { range, today: run.today });
  const read = async (at: Place | undefined) => {
    const { rows, next = null } = await reader.page(at, rowsOfPage);
    return { rows: withMoney(rows, money.prices), next, prices: money.prices, account, anchorDay };
  };
  return usageSource(await read(undefined), isFocus, read);
}

async function observe({ ports, run }: JobWork<MonthlyPorts>, settings: MonthlySettings, end: End): Promise<void> {
  if (end.kind !== 'applied') {
    return;
  }
  const { problems, written } = end.applied;
  const observed = problems.length === 0 ? [] : [failing(problems)];
  const observations = { at: run.at, observed, lookedFor: { 'export-failing': 'all' } } as const;
  await notify(ports, run, {
    lease: exportsJob,
    observations,
    routing: await readRouting(ports.recipients, settings),
  });
  // What a run by hand writes too early is written again once it is complete.
  if (problems.length === 0 && written.length > 0 && (end.collected.missing.length === 0 || isScheduled(run.runId))) {
    await ports.runs.markSent(exportsJob, run.at);
  }
}

const problemsNamedMax = 5;

function failing(problems: readonly string[]): Observation {
  return observationOf({
    topic: 'export-failing',
    key: 'monthly',
    fingerprint: 'failing',
    severity: 'medium',
    headline: 'Monthly exports could not be written',
    details: [...problems.slice(0, problemsNamedMax), 'Once that is mended: npx curfew run exports'],
    resolvedHeadline: 'Monthly exports are written again',
  });
}

function outcomeOf(end: End): RunOutcome {
  if (end.kind === 'held') {
    return { ...heldOutcome(end.hold), findings: [] };
  }
  const done = end.kind === 'applied' ? end.applied : undefined;
  const rows = new Map(done?.written.map((file) => [file.name, file.rows]));
  const { missing } = end.collected;
  const isMissing = missing.length > 0 && end.plan.files.length > 0;
  const problems = [
    ...(done?.problems ?? []),
    ...(isMissing
      ? [
          `Days without complete figures: ${dayRanges(missing).join(', ')}; export again once they are there: npx curfew run exports`,
        ]
      : []),
  ];
  return {
    status: problems.length === 0 ? 'complete' : 'partial',
    alerts: 0,
    isUnfinished: done?.isUnfinished ?? false,
    problems,
    findings: end.plan.files.map(({ name }) => findingOf(name, done === undefined ? 'proposed' : rows.get(name))),
  };
}

function findingOf(name: string, rows: number | 'proposed' | undefined): Finding {
  const status = rows === 'proposed' ? rows : rows === undefined ? 'failed' : 'done';
  const detail =
    typeof rows === 'number' ? counted(rows, 'row') : status === 'failed' ? 'not written' : 'to be written';
  return { kind: 'export', subject: name, severity: 'info', detail, action: { kind: 'file', status } };
}
