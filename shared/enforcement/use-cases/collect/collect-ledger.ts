import { dayEntries } from '../../../journal/day-entries.ts';
import { isSameValue } from '../../../kernel/records/same-value.ts';
import { addDays, type Day, dayOf, type DayRange, daysOf, latestDay, startOfDayMs } from '../../../kernel/time/day.ts';
import { diffLedgerDay } from '../../../ledger/diff-ledger-day.ts';
import { expectedCredits } from '../../../ledger/expected-credits.ts';
import type { GatheredMetrics } from '../../../ledger/gather-metrics.ts';
import { judgeDay } from '../../../ledger/judge-day.ts';
import type { LedgerDay } from '../../../ledger/ledger-day.ts';
import { historyStart, statisticsDays } from '../../../ledger/reading-range.ts';
import { restChance } from '../../../ledger/rest-chance.ts';
import type { DayReading } from '../../../ledger/trust-gate.ts';
import { recordsByUser } from '../../../limits/limit-record.ts';
import { limitsInForce } from '../../../limits/limits-in-force.ts';
import { type EnforcementSettings, platformWindowFrom } from '../../enforcement-settings.ts';
import type { LedgerStore } from '../../ports.ts';
import type { EnforcementWork } from '../enforcement-work.ts';
import type { TablePorts } from './collect-tables.ts';

type KnownDays = ReadonlyMap<Day, LedgerDay>;

/**
 * Reads the bill of some days from the platform, checks it, and sets the days in the ledger. A day that does not pass
 * the trust gate never overwrites one that did.
 */
export async function collectLedger(work: EnforcementWork, range: DayRange, metrics: GatheredMetrics): Promise<void> {
  const { ports, settings, run } = work;
  // The day before is looked at too, with the four weeks before that.
  const before = { from: addDays(range.from, -statisticsDays - 1), through: range.through };
  const known = new Map((await ports.ledger.listDays(before)).map((day) => [day.day, day]));
  const judging = { run, rules: { ...settings, settleDays: settings.rereadDays } };
  const reported = new Map((await ports.usage.readDays(range)).map((day) => [day.day, day]));
  for (const day of daysOf(range)) {
    const reading = { day, reported: reported.get(day), metrics: metrics.of(day) };
    const first = judgeDay(reading, known, judging);
    const judged = hasCollapsed(first)
      ? judgeDay(reading, known, { ...judging, ...(await expectationsOf(ports, settings, reading, known)) })
      : first;
    await keepDay(work, reading, judged, known.get(day));
    known.set(day, judged);
  }
}

function hasCollapsed({ doubts }: LedgerDay): boolean {
  return doubts.some(({ kind }) => kind === 'collapsed');
}

/** A day on which budgets had stopped most users is low, and has not collapsed; nor has a day of rest. */
async function expectationsOf(
  ports: TablePorts,
  settings: EnforcementSettings,
  { day, reported }: DayReading,
  known: KnownDays,
): Promise<{ readonly expectedCredits: number; readonly restChance: number }> {
  const earlier: ReadonlyMap<string, number>[] = [];
  const expected = await expectDay(ports, settings, day, known);
  for (const weekday of sameWeekdays(day, known)) {
    earlier.push(await creditsOn(ports.ledger, [weekday]));
  }
  const { collapseShare } = settings;
  return {
    expectedCredits: expected,
    // By what the same people did on the same weekday of earlier weeks.
    restChance: restChance({ earlier, rows: reported?.rows ?? [], collapseShare }),
  };
}

/**
 * Credits that a day can be expected to come to, given the limits that were in force: less than its weekday's usual
 * when budgets had stopped people. Asked for only when a day looks as if it had collapsed.
 */
export async function expectDay(
  { ledger, limits }: TablePorts,
  settings: EnforcementSettings,
  day: Day,
  known: KnownDays,
): Promise<number> {
  const from = platformWindowFrom(settings, day);
  const before = daysOf({ from: latestDay(historyStart, from), through: addDays(day, -1) });
  const weekdays = sameWeekdays(day, known);
  const used = await creditsOn(ledger, before);
  const usual = await creditsOn(ledger, weekdays);
  const terms = {
    unlimitedCredits: settings.unlimitedCredits,
    enforcementDelayMinutes: settings.pools.enforcementDelayMinutes,
    knownUntilMs: startOfDayMs(day),
  };
  const endMs = startOfDayMs(addDays(day, 1));
  const records = recordsByUser(await limits.list());
  return expectedCredits(
    [...usual].map(([userId, credits]) => ({
      usualCredits: credits / weekdays.length,
      usedCredits: used.get(userId) ?? 0,
      limits: limitsInForce(records.get(userId), terms).filter(({ fromMs }) => fromMs < endMs),
    })),
  );
}

function sameWeekdays(day: Day, known: KnownDays): readonly Day[] {
  return [7, 14, 21, 28].map((days) => addDays(day, -days)).filter((each) => known.get(each)?.status === 'complete');
}

async function creditsOn(ledger: LedgerStore, days: readonly Day[]): Promise<ReadonlyMap<string, number>> {
  const credits = new Map<string, number>();
  for (const day of days) {
    for (const row of await ledger.readRows(day)) {
      credits.set(row.userId, (credits.get(row.userId) ?? 0) + row.credits);
    }
  }
  return credits;
}

async function keepDay(
  { ports, run }: EnforcementWork,
  { reported }: DayReading,
  day: LedgerDay,
  previous: LedgerDay | undefined,
): Promise<void> {
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
