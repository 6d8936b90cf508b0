import type { TeamStore } from '../../../kernel/records/ports.ts';
import { RangeRefusedError } from '../../../kernel/runs/ports.ts';
import type { Hold, RunContext } from '../../../kernel/runs/run.ts';
import { asOf } from '../../../kernel/runs/use-cases/job.ts';
import { readPages } from '../../../kernel/runs/use-cases/read-pages.ts';
import { isBeyond, type ReadSkew } from '../../../kernel/time/clock-skew.ts';
import { addDays, type DayRange, msPerDay, weekdayOf } from '../../../kernel/time/day.ts';
import { type GatheredMetrics, gatherMetrics } from '../../../ledger/gather-metrics.ts';
import {
  daysInUse,
  decideReadingRange,
  monthDaysMax,
  splitRange,
  statisticsDays,
} from '../../../ledger/reading-range.ts';
import type { ReadUser, RosterUser } from '../../../roster/person.ts';
import { diffRoster, withoutSecrets, type RosterChange } from '../../../roster/roster-change.ts';
import { describeRoster, isDoubtfulRoster } from '../../../roster/roster-doubt.ts';
import { metadataKeysOf } from '../../../teams/team.ts';
import type { RosterPage } from '../../ports.ts';
import type { EnforcementPorts, EnforcementWork, LimitWork } from '../enforcement-work.ts';
import { collectLedger } from './collect-ledger.ts';
import type { TablePorts } from './collect-tables.ts';

/** What there is to say of reading the platform, or why it was not read. What was read is in the tables. */
export interface Reading {
  /** Something that the plan does not need looks damaged: another run may have more to do. */
  readonly isDoubtful: boolean;
  readonly problems: readonly string[];
  readonly hold?: Hold;
  readonly clock?: ReadSkew;
}

/** So many credits-per-user-and-day rows may come in one answer of the platform. */
const rowsPerCallMax = 100_000;

/** Reads the roster, then the usage, and brings the tables up to date with them. */
export async function readPlatform(work: EnforcementWork): Promise<Reading> {
  const { ports, settings, run } = work;
  return ports.steps.group('read', async (steps) => {
    const inGroup = { ...work, ports: { ...ports, steps } };
    // The same event may come again hours after a try that failed: what that one has read is of another reading.
    const readingId = await steps.run('reading', async () => `${run.runId}/${ports.ids.next()}`);
    const { usersCount, isDoubtful, problems, stepsDone } = await readRoster(inGroup, readingId);
    const ranges = await steps.run('days', async () => decideRanges(work));
    const billDaysMax = Math.min(settings.analyticsDaysMax, Math.max(1, Math.floor(rowsPerCallMax / usersCount)));
    const reading = { readingId, billDaysMax, stepsDone };
    for (const range of ranges) {
      await readUsage(inGroup, range, reading);
    }
    return { isDoubtful, problems };
  });
}

interface CollectedRoster {
  readonly usersCount: number;
  /** The list looks damaged, so that it is worth reading again soon. */
  readonly isDoubtful: boolean;
  readonly problems: readonly string[];
}

/** Reads the roster page by page, and keeps what changed of it. `stepsDone`: how many steps have read pages. */
async function readRoster(
  { ports, run }: EnforcementWork,
  readingId: string,
): Promise<CollectedRoster & { readonly stepsDone: number }> {
  const { steps, roster, rosterPages, teams, progress } = ports;
  const list = `${readingId}/roster`;
  // All of the roster's metadata is kept, so that a team that is made tomorrow knows its members at once.
  let keysOfTeams: Promise<ReadonlySet<string>> | undefined;
  async function keptOf(user: ReadUser): Promise<RosterUser> {
    return withoutSecrets(user, user.secretKeys === undefined ? new Set() : await (keysOfTeams ??= readKeys(teams)));
  }
  async function* open(from: string | undefined): AsyncIterable<RosterPage> {
    for await (const page of roster.read(from)) {
      yield { ...page, users: await Promise.all(page.users.map(keptOf)) };
    }
  }
  const report = (pages: number) => progress?.report({ step: 'roster', done: pages });
  try {
    return await steps.group('roster', async (pageSteps) => {
      const stepsDone = await readPages(pageSteps, { list, pageStore: rosterPages, open, report }, 0);
      const collected = await pageSteps.run('people', async () => collectRoster(ports, run, rosterPages.read(list)));
      return { ...collected, stepsDone };
    });
  } finally {
    await rosterPages.drop(list);
  }
}

async function readKeys(store: TeamStore): Promise<ReadonlySet<string>> {
  const { teams, invalid } = await store.list();
  return metadataKeysOf([...teams, ...invalid]);
}

/** Compares the whole roster, as its pages have it, with what is known, and keeps what changed. */
export async function collectRoster(
  ports: EnforcementPorts,
  run: RunContext,
  pages: AsyncIterable<RosterPage>,
): Promise<CollectedRoster> {
  const known = await ports.users.list();
  const read = new Map<string, RosterUser>();
  let unreadable = 0;
  for await (const page of pages) {
    page.users.forEach((user) => read.set(user.userId, user));
    unreadable += page.unreadable;
  }

  // An empty or damaged list is no proof that anybody left.
  const isWhole = unreadable === 0 && read.size > 0;
  const reading = { today: run.today, at: run.at, lastAt: await lastReadAt(ports, run), isWhole };
  const change = diffRoster(known, [...read.values()], reading);
  // The journal first: after a stop in between, the difference would be gone.
  await ports.journal.append(entriesOf(change, run));
  await ports.users.put(change.changed);

  const everybody = new Set([...known, ...change.changed].map(({ userId }) => userId));
  const before = known.filter((user) => user.goneSince === undefined).length;
  const facts = { before, read: read.size, left: change.left, emailLost: change.emailLost, unreadable };
  return { usersCount: everybody.size, isDoubtful: isDoubtfulRoster(facts), problems: describeRoster(facts) };
}

/** A night reads the figures after the roster: when they were read, it had been. Undefined where none was of late. */
async function lastReadAt({ ledger }: TablePorts, { today, at }: RunContext): Promise<string | undefined> {
  const days = await ledger.listDays({ from: addDays(today, -readingsLookedAt), through: addDays(today, -1) });
  return days
    .map(({ readAt }) => readAt)
    .filter((readAt) => readAt < at)
    .toSorted()
    .at(-1);
}

const readingsLookedAt = 40;

function entriesOf(change: RosterChange, run: RunContext) {
  const { joined, left, emailChanged } = change;
  if (joined + left + emailChanged === 0) {
    return [];
  }
  const { runId, at } = run;
  const detail = { joined, left, emailChanged };
  return [{ id: `${runId}/roster`, at, kind: 'roster-changed', actor: 'curfew', runId, detail } as const];
}

/** The days to read, cut into ranges that one call of the platform may span. */
async function decideRanges({
  ports: { budgets, ledger },
  settings,
  run,
}: EnforcementWork): Promise<readonly DayRange[]> {
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

/** The reading of a run. `stepsDone` counts the steps that have read pages: a finished list gives the number itself. */
interface UsageReading {
  readonly readingId: string;
  readonly billDaysMax: number;
  stepsDone: number;
}

/** Reads some days; by the month where the platform does not answer for so many at once. */
async function readUsage(work: EnforcementWork, range: DayRange, reading: UsageReading): Promise<void> {
  try {
    await readDays(work, range, reading);
  } catch (error) {
    if (!(error instanceof RangeRefusedError)) {
      throw error;
    }
    for (const month of splitRange(range, monthDaysMax)) {
      await readUsage(work, month, reading);
    }
  }
}

/**
 * Walks the users analytics once over all of the days: how many pages they have depends on the users, and not on the
 * days. Only the bill is asked for in parts.
 */
async function readDays(work: EnforcementWork, range: DayRange, reading: UsageReading): Promise<void> {
  const { steps, usage, metricsPages: pageStore, progress } = work.ports;
  const name = `${range.from} ${range.through}`;
  const list = `${reading.readingId}/use/${name}`;
  const open = (from: string | undefined) => usage.readUserMetrics(range, from);
  try {
    reading.stepsDone = await steps.group(`use ${name}`, async (pageSteps) => {
      const stepsNow = await readPages(pageSteps, { list, pageStore, open }, reading.stepsDone);
      // Once in each process.
      let metrics: GatheredMetrics | undefined;
      const bills = splitRange(range, reading.billDaysMax);
      for (const [index, bill] of bills.entries()) {
        progress?.report({ step: 'usage', done: index, total: bills.length });
        await pageSteps.run(`ledger ${bill.from}`, async () => {
          metrics ??= await gatherMetrics(range, pageStore.read(list));
          await collectLedger(work, bill, metrics);
        });
      }
      return stepsNow;
    });
  } finally {
    await pageStore.drop(list);
  }
}

/** A run as of a moment further away than a day and a time zone replays another time: its clock is a person's word. */
const comparedMsMax = msPerDay + 2 * 3_600_000;

/** Compares the platform's clock with the moment of the run, by default this machine's clock. */
export async function readSkew(work: LimitWork): Promise<ReadSkew> {
  const { ports, settings } = work;
  const toleranceMs = settings.clockToleranceSeconds * 1_000;
  return ports.steps.run('clock', async (): Promise<ReadSkew> => {
    const machineMs = await ports.platformTime.skewMs();
    if (machineMs === undefined) {
      return { isCompared: false };
    }
    const givenMs = ports.clock.now() - Date.parse(asOf(work));
    const isGiven = isBeyond(givenMs, toleranceMs);
    const skewMs = isGiven ? machineMs + givenMs : machineMs;
    return {
      isCompared: !isGiven,
      ...(!(isGiven && isBeyond(skewMs, comparedMsMax)) && { skewMs }),
      ...(!isGiven && isBeyond(machineMs, toleranceMs) && { clockOffMs: machineMs }),
    };
  });
}
