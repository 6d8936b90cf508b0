import { dayEntries, type Restated } from '../../../journal/day-entries.ts';
import type { BudgetStore } from '../../../kernel/records/ports.ts';
import { isSameValue } from '../../../kernel/records/same-value.ts';
import {
  type Ids,
  type Journal,
  type ListPage,
  type PageStore,
  RangeRefusedError,
} from '../../../kernel/runs/ports.ts';
import type { RunContext } from '../../../kernel/runs/run.ts';
import { asOf, type JobPorts } from '../../../kernel/runs/use-cases/job.ts';
import { readPages } from '../../../kernel/runs/use-cases/read-pages.ts';
import { isBeyond, type ReadSkew } from '../../../kernel/time/clock-skew.ts';
import { addDays, type Day, dayOf, type DayRange, daysOf, msPerDay, weekdayOf } from '../../../kernel/time/day.ts';
import { judgeDay, type Judging } from '../../../ledger/judge-day.ts';
import type { LedgerDay, LedgerRow } from '../../../ledger/ledger-day.ts';
import {
  daysInUse,
  decideReadingRange,
  monthDaysMax,
  splitRange,
  statisticsDays,
} from '../../../ledger/reading-range.ts';
import type { UserMetricsPage } from '../../../ledger/reading.ts';
import type { DayReading } from '../../../ledger/trust-gate.ts';
import type { LedgerStore, PlatformTime, UsageSource } from '../../ports.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import { readRoster, type RosterSource, type StepsDone } from './collect-roster.ts';
import { chanceOfRest, expectDay, type ExpectPorts, type GatheredMetrics, gatherMetrics } from './gather-metrics.ts';

interface LedgerPorts extends ExpectPorts {
  readonly usage: Pick<UsageSource, 'readDays'>;
  readonly ledger: LedgerStore;
  readonly journal: Journal;
}

export interface PlatformPorts extends LedgerPorts, RosterSource {
  readonly ids: Ids;
  readonly usage: UsageSource;
  readonly metricsPages: PageStore<UserMetricsPage & ListPage>;
  readonly budgets: Pick<BudgetStore, 'list'>;
}

/** What there is to say of reading the platform; what was read is in the tables. */
export interface PlatformReading {
  /** Something that the plan does not need looks damaged: another run may have more to do. */
  readonly isDoubtful: boolean;
  readonly problems: readonly string[];
}

/** So many credits-per-user-and-day rows may come in one answer of the platform. */
const rowsPerCallMax = 100_000;

/** Reads the roster, then the usage, and brings the tables up to date with them. */
export async function readPlatform(
  ports: PlatformPorts,
  settings: EnforcementSettings,
  run: RunContext,
): Promise<PlatformReading> {
  return ports.steps.group('read', async (steps) => {
    // The same event may come again hours after a try that failed: what that one has read is of another reading.
    const readingId = await steps.run('reading', async () => `${run.runId}/${ports.ids.next()}`);
    const { usersCount, isDoubtful, problems, ...roster } = await readRoster({ ...ports, steps }, run, readingId);
    const ranges = await steps.run('days', async () => decideRanges(ports, settings, run));
    const billDaysMax = Math.min(settings.analyticsDaysMax, Math.max(1, Math.floor(rowsPerCallMax / usersCount)));
    let { stepsDone } = roster;
    for (const range of ranges) {
      stepsDone = await readUsage({ ...ports, steps }, settings, { run, range, billDaysMax, readingId, stepsDone });
    }
    return { isDoubtful, problems };
  });
}

/** The days to read, cut into ranges that one call of the platform may span. */
async function decideRanges(
  { budgets, ledger }: PlatformPorts,
  settings: EnforcementSettings,
  run: RunContext,
): Promise<readonly DayRange[]> {
  const { neededFrom, yesterday } = daysInUse((await budgets.list()).budgets, run.today, settings);
  const range = decideReadingRange({
    today: run.today,
    neededFrom,
    known: await ledger.listDays({ from: addDays(neededFrom, -statisticsDays), through: yesterday }),
    rereadDays: settings.rereadDays,
    settleDays: settings.pools.settleDays,
    rereadAll: weekdayOf(run.today) === settings.fullRereadWeekday,
  });
  return range === undefined ? [] : splitRange(range, settings.analyticsDaysMax);
}

interface UsageOrder extends StepsDone {
  readonly run: RunContext;
  readonly range: DayRange;
  readonly billDaysMax: number;
  readonly readingId: string;
}

/** Reads some days; by the month where the platform does not answer for so many at once. */
async function readUsage(ports: PlatformPorts, settings: EnforcementSettings, order: UsageOrder): Promise<number> {
  try {
    return await readDays(ports, settings, order);
  } catch (error) {
    if (!(error instanceof RangeRefusedError)) {
      throw error;
    }
    let { stepsDone } = order;
    for (const range of splitRange(order.range, monthDaysMax)) {
      stepsDone = await readUsage(ports, settings, { ...order, range, stepsDone });
    }
    return stepsDone;
  }
}

/**
 * Walks the users analytics once over all of the days: how many pages they have depends on the users, and not on the
 * days. Only the bill is asked for in parts.
 */
async function readDays(
  ports: PlatformPorts,
  settings: EnforcementSettings,
  { run, range, billDaysMax, readingId, stepsDone }: UsageOrder,
): Promise<number> {
  const { steps, usage, metricsPages: pageStore, progress } = ports;
  const name = `${range.from} ${range.through}`;
  const list = `${readingId}/use/${name}`;
  const open = (from: string | undefined) => usage.readUserMetrics(range, from);
  try {
    return await steps.group(`use ${name}`, async (pageSteps) => {
      const stepsNow = await readPages(pageSteps, { list, pageStore, open }, stepsDone);
      // Once in each process.
      let metrics: GatheredMetrics | undefined;
      const bills = splitRange(range, billDaysMax);
      for (const [index, bill] of bills.entries()) {
        progress?.report({ step: 'usage', done: index, total: bills.length });
        await pageSteps.run(`ledger ${bill.from}`, async () => {
          metrics ??= await gatherMetrics(range, pageStore.read(list));
          await collectLedger(ports, run, { range: bill, metrics, settings });
        });
      }
      return stepsNow;
    });
  } finally {
    await pageStore.drop(list);
  }
}

interface ReadingOrder {
  readonly range: DayRange;
  readonly metrics: GatheredMetrics;
  readonly settings: EnforcementSettings;
}

/**
 * Reads the bill of some days from the platform, checks it, and sets the days in the ledger. A day that does not pass
 * the trust gate never overwrites one that did.
 */
export async function collectLedger(ports: LedgerPorts, run: RunContext, order: ReadingOrder): Promise<void> {
  const { range, settings } = order;
  // The day before is looked at too, with the four weeks before that.
  const before = { from: addDays(range.from, -statisticsDays - 1), through: range.through };
  const known = new Map((await ports.ledger.listDays(before)).map((day) => [day.day, day]));
  const judging = { run, rules: { ...settings, settleDays: settings.rereadDays } };
  for (const reading of await readRange(ports.usage, order)) {
    const first = judgeDay(reading, known, judging);
    const day = hasCollapsed(first) ? await judgeByLimits(ports, settings, { reading, known, judging }) : first;
    await keepDay(ports, run, { reading, day, previous: known.get(day.day) });
    known.set(day.day, day);
  }
}

async function readRange(
  usage: LedgerPorts['usage'],
  { range, metrics }: ReadingOrder,
): Promise<readonly DayReading[]> {
  const reported = new Map((await usage.readDays(range)).map((day) => [day.day, day]));
  return daysOf(range).map((day) => ({ day, reported: reported.get(day), metrics: metrics.of(day) }));
}

function hasCollapsed({ doubts }: LedgerDay): boolean {
  return doubts.some(({ kind }) => kind === 'collapsed');
}

/** A day on which budgets had stopped most users is low, and has not collapsed. */
async function judgeByLimits(
  ports: LedgerPorts,
  settings: EnforcementSettings,
  { reading, known, judging }: { reading: DayReading; known: ReadonlyMap<Day, LedgerDay>; judging: Judging },
): Promise<LedgerDay> {
  const expectedCredits = await expectDay(ports, settings, { day: reading.day, known });
  const { collapseShare } = settings;
  const rows = reading.reported?.rows ?? [];
  const rest = await chanceOfRest(ports.ledger, { day: reading.day, known, rows, collapseShare });
  return judgeDay(reading, known, { ...judging, expectedCredits, restChance: rest });
}

interface DayToKeep {
  readonly reading: DayReading;
  readonly day: LedgerDay;
  readonly previous: LedgerDay | undefined;
}

async function keepDay(ports: LedgerPorts, run: RunContext, { reading, day, previous }: DayToKeep): Promise<void> {
  const { reported } = reading;
  const mayWrite = day.status === 'complete' || !day.hasTrustedFigures;
  const change =
    mayWrite && reported !== undefined
      ? diffLedgerDay(await ports.ledger.readRows(day.day), reported.rows)
      : { rows: [], restated: [] };

  // The journal first: once the rows are written, what they were before is gone.
  const restated = previous?.hasTrustedFigures === true ? change.restated : [];
  await ports.journal.append(dayEntries(run, { day, previous, restated }));
  await ports.ledger.putRows(day.day, change.rows);
  if (!isAsReadToday(day, previous)) {
    await ports.ledger.putDay(day);
  }
}

/** Of when a day was read, the UTC day alone is asked for: so, whether its figures have had their time to settle. */
function isAsReadToday(day: LedgerDay, previous: LedgerDay | undefined): boolean {
  const isOfToday = previous !== undefined && dayOf(Date.parse(previous.readAt)) === dayOf(Date.parse(day.readAt));
  return isOfToday && isSameValue(previous, { ...day, readAt: previous.readAt });
}

interface LedgerChange {
  /** The rows to write; those that are as they were are not among them. */
  readonly rows: readonly LedgerRow[];
  readonly restated: readonly Restated[];
}

/** Compares a day's stored rows with those just read. A user who is no longer reported has consumed nothing. */
export function diffLedgerDay(stored: readonly LedgerRow[], reported: readonly LedgerRow[]): LedgerChange {
  const before = new Map(stored.map((row) => [row.userId, row]));
  const reportedIds = new Set(reported.map((row) => row.userId));
  const vanished = stored.filter((row) => !reportedIds.has(row.userId));
  const after = [...reported, ...vanished.map((row) => ({ ...row, credits: 0 }))];
  const rows = after.filter((row) => {
    const known = before.get(row.userId);
    return known === undefined || known.credits !== row.credits || known.email !== row.email;
  });
  const restated = rows.flatMap((row) => {
    const creditsBefore = before.get(row.userId)?.credits ?? 0;
    return creditsBefore === row.credits ? [] : [{ userId: row.userId, before: creditsBefore, after: row.credits }];
  });
  return { rows, restated };
}

/** A run as of a moment further away than a day and a time zone replays another time: its clock is a person's word. */
const comparedMsMax = msPerDay + 2 * 3_600_000;

interface SkewWork {
  readonly ports: JobPorts & { readonly platformTime: PlatformTime };
  readonly settings: Pick<EnforcementSettings, 'clockToleranceSeconds'>;
  readonly aheadMs: number;
}

/** Compares the platform's clock with the moment of the run, by default this machine's clock. */
export async function readSkew({ ports, settings, aheadMs }: SkewWork): Promise<ReadSkew> {
  const toleranceMs = settings.clockToleranceSeconds * 1_000;
  return ports.steps.run('clock', async (): Promise<ReadSkew> => {
    const machineMs = await ports.platformTime.skewMs();
    if (machineMs === undefined) {
      return { isCompared: false };
    }
    const givenMs = ports.clock.now() - Date.parse(asOf({ ports, aheadMs }));
    const isGiven = isBeyond(givenMs, toleranceMs);
    const skewMs = isGiven ? machineMs + givenMs : machineMs;
    return {
      isCompared: !isGiven,
      ...(!(isGiven && isBeyond(skewMs, comparedMsMax)) && { skewMs }),
      ...(!isGiven && isBeyond(machineMs, toleranceMs) && { clockOffMs: machineMs }),
    };
  });
}
