import {
  daysInUse,
  decideReadingRange,
  monthDaysMax,
  splitRange,
  statisticsDays,
} from '../../../domain/ledger/reading-range.ts';
import type { UserMetricsPage } from '../../../domain/ledger/reading.ts';
import type { ReadUser, RosterUser } from '../../../domain/roster/person.ts';
import { withoutSecrets } from '../../../domain/roster/roster-change.ts';
import { metadataKeysOf } from '../../../domain/teams/team.ts';
import { addDays, weekdayOf, type DayRange } from '../../../domain/time/day.ts';
import { collectLedger, type LedgerPorts } from './collect-ledger.ts';
import { collectRoster, type CollectedRoster, type RosterPorts } from './collect-roster.ts';
import { readTeams, type TeamPorts } from './collect-rules.ts';
import { gatherMetrics, type GatheredMetrics } from './gather-metrics.ts';
import type { BudgetStore } from '../../edits/ports.ts';
import { RangeRefusedError, type Ids, type ListPage, type PageStore } from '../../runs/ports.ts';
import type { Roster, RosterPage, UsageSource } from '../ports.ts';
import { readPages } from '../../runs/read-pages.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import type { Progress, RunContext } from '../../runs/run-context.ts';
import type { Steps } from '../../runs/steps.ts';

export interface PlatformPorts extends LedgerPorts, RosterPorts, TeamPorts {
  readonly steps: Steps;
  readonly ids: Ids;
  readonly roster: Roster;
  readonly usage: UsageSource;
  readonly rosterPages: PageStore<RosterPage>;
  readonly metricsPages: PageStore<UserMetricsPage & ListPage>;
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly progress?: Progress;
}

/** What there is to say of reading the platform; what was read is in the tables. */
export interface PlatformReading {
  /** Something that the plan does not need looks damaged: another run may have more to do. */
  readonly isDoubtful: boolean;
  /** What the admins should know or mend, a sentence each. */
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

/** How many steps have read pages. A list gives the number itself: once it is read, its steps are not repeated. */
interface StepsDone {
  readonly stepsDone: number;
}

async function readRoster(
  ports: PlatformPorts,
  run: RunContext,
  readingId: string,
): Promise<CollectedRoster & StepsDone> {
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

async function readKeys(teams: TeamPorts['teams']): Promise<ReadonlySet<string>> {
  const rows = await readTeams(teams);
  return metadataKeysOf([...rows.teams, ...rows.invalidTeams]);
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
  /** So many days of the bill, which has no pages, are asked for at once. */
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
