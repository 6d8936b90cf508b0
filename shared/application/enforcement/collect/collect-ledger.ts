import type { JournalEntry } from '../../../domain/journal/journal-entry.ts';
import type { LedgerDay, LedgerRow } from '../../../domain/ledger/ledger-day.ts';
import { judgeDay, type Judging } from '../../../domain/ledger/judge-day.ts';
import type { DayReading } from '../../../domain/ledger/trust-gate.ts';
import { addDays, daysOf, type Day, type DayRange } from '../../../domain/time/day.ts';
import type { GatheredMetrics } from './gather-metrics.ts';
import { expectDay, type ExpectPorts } from './expect-day.ts';
import { statisticsDays } from '../../../domain/ledger/reading-range.ts';
import type { Journal } from '../../runs/ports.ts';
import type { LedgerStore, UsageSource } from '../ports.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import type { RunContext } from '../../runs/run-context.ts';

export interface LedgerPorts extends ExpectPorts {
  readonly usage: Pick<UsageSource, 'readDays'>;
  readonly ledger: LedgerStore;
  readonly journal: Journal;
}

interface ReadingOrder {
  readonly range: DayRange;
  /** What the platform says of each user on these days and maybe more, to check the bill against. */
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
  return judgeDay(reading, known, { ...judging, expectedCredits });
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

/** A user's credits of a day that changed since they were last read. */
interface Restated {
  readonly userId: string;
  readonly before: number;
  readonly after: number;
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
