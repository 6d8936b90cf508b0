import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { diffLedgerDay, type Restated } from '../../domain/ledger/restatement.ts';
import type { LedgerDay } from '../../domain/ledger/ledger-day.ts';
import type { UserMetricsPage } from '../../domain/ledger/reading.ts';
import {
  doubtsAbout,
  unreadableUserIds,
  type DayContext,
  type DayReading,
  type TrustRules,
  type DayMetrics,
} from '../../domain/ledger/trust-gate.ts';
import { addDays, daysOf, type Day, type DayRange } from '../../domain/time/day.ts';
import { expectDay, type ExpectPorts } from './judge-day.ts';
import { statisticsDays } from './collect-tables.ts';
import type { Journal } from '../runs/ports.ts';
import type { LedgerStore, UsageSource } from './ports.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { RunContext } from '../runs/run-context.ts';

export interface LedgerPorts extends ExpectPorts {
  readonly usage: Pick<UsageSource, 'readDays'>;
  readonly ledger: LedgerStore;
  readonly journal: Journal;
}

export interface ReadingOrder {
  readonly range: DayRange;
  /** What the platform says of each user on these days, to check the bill against. */
  readonly metrics: AsyncIterable<UserMetricsPage>;
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
  const rules = { ...settings, settleDays: settings.rereadDays };
  for (const reading of await readRange(ports.usage, order)) {
    const first = judge(reading, known, { run, rules });
    const day = hasCollapsed(first) ? await judgeByLimits(ports, { run, rules }, { reading, known, settings }) : first;
    await keepDay(ports, run, { reading, day, previous: known.get(day.day) });
    known.set(day.day, day);
  }
}

async function readRange(
  usage: LedgerPorts['usage'],
  { range, metrics }: ReadingOrder,
): Promise<readonly DayReading[]> {
  const reported = new Map((await usage.readDays(range)).map((day) => [day.day, day]));
  const gathered = await gatherMetrics(metrics);
  return daysOf(range).map((day) => ({ day, reported: reported.get(day), metrics: gathered.of(day) }));
}

function hasCollapsed({ doubts }: LedgerDay): boolean {
  return doubts.some(({ kind }) => kind === 'collapsed');
}

/** A day on which budgets had stopped most users is low, and has not collapsed. */
async function judgeByLimits(
  ports: LedgerPorts,
  judging: Judging,
  asked: {
    readonly reading: DayReading;
    readonly known: ReadonlyMap<Day, LedgerDay>;
    readonly settings: EnforcementSettings;
  },
): Promise<LedgerDay> {
  const { reading, known, settings } = asked;
  const expectedCredits = await expectDay(ports, settings, { day: reading.day, known });
  return judge(reading, known, { ...judging, expectedCredits });
}

interface Judging {
  readonly run: RunContext;
  readonly rules: TrustRules;
  readonly expectedCredits?: number;
}

/** The record of a day as just read. */
function judge(reading: DayReading, known: ReadonlyMap<Day, LedgerDay>, { run, rules, ...asked }: Judging): LedgerDay {
  const { day, reported, metrics } = reading;
  const previous = known.get(day);
  const doubts = doubtsAbout(reading, { today: run.today, previous, ...usualOf(day, known), ...asked }, rules);
  const isComplete = doubts.length === 0;
  const keepsFigures = !isComplete && previous?.hasTrustedFigures === true;
  return {
    day,
    status: isComplete ? 'complete' : 'suspect',
    totalCredits: (keepsFigures ? previous.totalCredits : reported?.totalCredits) ?? 0,
    hasTrustedFigures: isComplete || keepsFigures,
    doubts,
    unreadableUserIds: [...unreadableUserIds(reported, metrics)].toSorted(),
    readAt: run.at,
    ...suspicion(previous, isComplete, run),
  };
}

/** What a day is compared with: its weekday in the four weeks before, and the day before with its own. */
function usualOf(day: Day, known: ReadonlyMap<Day, LedgerDay>): Pick<DayContext, 'sameWeekdayTotals' | 'dayBefore'> {
  const before = known.get(addDays(day, -1));
  const sameWeekdayTotals = sameWeekdaysOf(day, known);
  return before?.status === 'complete'
    ? {
        sameWeekdayTotals,
        dayBefore: { totalCredits: before.totalCredits, sameWeekdayTotals: sameWeekdaysOf(before.day, known) },
      }
    : { sameWeekdayTotals };
}

function sameWeekdaysOf(day: Day, known: ReadonlyMap<Day, LedgerDay>): readonly number[] {
  return [7, 14, 21, 28].flatMap((daysBefore) => {
    const earlier = known.get(addDays(day, -daysBefore));
    return earlier?.status === 'complete' ? [earlier.totalCredits] : [];
  });
}

/** Since when a day is, or until now was, suspect; and which run cleared it. */
function suspicion(
  previous: LedgerDay | undefined,
  isComplete: boolean,
  run: RunContext,
): Pick<LedgerDay, 'suspectSince' | 'clearedByRunId'> {
  const wasSuspect = previous?.status === 'suspect';
  if (!isComplete) {
    return { suspectSince: wasSuspect ? (previous.suspectSince ?? run.at) : run.at };
  }
  if (previous?.suspectSince === undefined) {
    return {};
  }
  const clearedByRunId = wasSuspect ? run.runId : previous.clearedByRunId;
  return { suspectSince: previous.suspectSince, ...(clearedByRunId === undefined ? {} : { clearedByRunId }) };
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
  await ports.journal.append([
    ...restatementEntry(run, day, { previous, restated }),
    ...statusEntry(run, day, previous),
  ]);
  await ports.ledger.putRows(day.day, change.rows);
  await ports.ledger.putDay(day);
}

/** So many users are named in one journal entry; the rest are in the count. */
const restatedUsersMax = 100;

function restatementEntry(
  run: RunContext,
  day: LedgerDay,
  { previous, restated }: { previous: LedgerDay | undefined; restated: readonly Restated[] },
): readonly JournalEntry[] {
  if (restated.length === 0) {
    return [];
  }
  const detail = {
    totalBefore: previous?.totalCredits ?? 0,
    totalAfter: day.totalCredits,
    userCount: restated.length,
    users: restated.slice(0, restatedUsersMax).map((user) => ({ ...user })),
  };
  return [
    {
      id: `${run.runId}/restated/${day.day}`,
      at: run.at,
      kind: 'day-restated',
      actor: 'curfew',
      runId: run.runId,
      subject: day.day,
      detail,
    },
  ];
}

function statusEntry(run: RunContext, day: LedgerDay, previous: LedgerDay | undefined): readonly JournalEntry[] {
  const hasCleared = day.status === 'complete' && previous?.status === 'suspect';
  const hasBecomeSuspect = day.status === 'suspect' && previous?.status !== 'suspect';
  if (!hasCleared && !hasBecomeSuspect) {
    return [];
  }
  const kind = hasCleared ? 'day-complete' : 'day-suspect';
  const detail = hasCleared
    ? { totalCredits: day.totalCredits }
    : { doubts: day.doubts.map((doubt) => `${doubt.kind}: ${doubt.detail}`) };
  return [
    {
      id: `${run.runId}/${kind}/${day.day}`,
      at: run.at,
      kind,
      actor: 'curfew',
      runId: run.runId,
      subject: day.day,
      detail,
    },
  ];
}

interface Gathered {
  readonly creditsByUser: Map<string, number>;
  readonly unreadableUserIds: Set<string>;
  repeatedRows: number;
}

/** Sorts all pages of the users analytics by day. A row without a readable day counts for every day. */
export async function gatherMetrics(pages: AsyncIterable<UserMetricsPage>): Promise<{ of(day: Day): DayMetrics }> {
  const days = new Map<Day, Gathered>();
  const unreadableOnAnyDay = new Set<string>();
  for await (const page of pages) {
    for (const { day, userId, credits } of page.rows) {
      const gathered = dayIn(days, day);
      gathered.repeatedRows += Number(gathered.creditsByUser.has(userId));
      gathered.creditsByUser.set(userId, credits);
    }
    for (const { day, userId } of page.unreadable) {
      if (userId !== undefined) {
        (day === undefined ? unreadableOnAnyDay : dayIn(days, day).unreadableUserIds).add(userId);
      }
    }
  }
  return {
    of(day) {
      const { creditsByUser, unreadableUserIds, repeatedRows } = dayIn(days, day);
      return { creditsByUser, unreadableUserIds: unreadableUserIds.union(unreadableOnAnyDay), repeatedRows };
    },
  };
}

function dayIn(days: Map<Day, Gathered>, day: Day): Gathered {
  const known = days.get(day);
  if (known !== undefined) {
    return known;
  }
  const fresh: Gathered = { creditsByUser: new Map(), unreadableUserIds: new Set(), repeatedRows: 0 };
  days.set(day, fresh);
  return fresh;
}
