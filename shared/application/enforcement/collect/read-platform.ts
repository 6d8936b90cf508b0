import { decideReadingRange, splitRange } from '../../../domain/ledger/reading-range.ts';
import type { UserMetricsPage } from '../../../domain/ledger/reading.ts';
import { withoutSecrets } from '../../../domain/roster/roster-change.ts';
import { metadataKeysOf } from '../../../domain/teams/team.ts';
import { addDays, weekdayOf, type DayRange } from '../../../domain/time/day.ts';
import { collectLedger, type LedgerPorts } from './collect-ledger.ts';
import { collectRoster, type CollectedRoster, type RosterPorts } from './collect-roster.ts';
import { readTeams, type TeamPorts } from './collect-rules.ts';
import { daysInUse, statisticsDays } from './collect-tables.ts';
import type { BudgetStore } from '../../edits/ports.ts';
import type { Ids, ListPage, PageStore } from '../../runs/ports.ts';
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
    const roster = await readRoster({ ...ports, steps }, run, readingId);
    const { usersCount, isDoubtful, problems } = roster;
    const ranges = await steps.run('days', async () => decideRanges(ports, settings, { run, usersCount }));
    let { stepsDone } = roster;
    for (const [index, range] of ranges.entries()) {
      ports.progress?.report({ step: 'usage', done: index, total: ranges.length });
      stepsDone = await readUsage({ ...ports, steps }, settings, { run, range, readingId, stepsDone });
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
  async function* open(from: string | undefined): AsyncIterable<RosterPage> {
    // All of the roster's metadata is kept, so that a team that is made tomorrow knows its members at once.
    const rows = await readTeams(teams);
    const keys = metadataKeysOf([...rows.teams, ...rows.invalidTeams]);
    for await (const page of roster.read(from)) {
      yield { ...page, users: page.users.map((user) => withoutSecrets(user, keys)) };
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

/** The days to read, cut into ranges that one call of the platform may span. */
async function decideRanges(
  { budgets, ledger }: PlatformPorts,
  settings: EnforcementSettings,
  { run, usersCount }: { readonly run: RunContext; readonly usersCount: number },
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
  const daysPerCall = Math.min(settings.analyticsDaysMax, Math.max(1, Math.floor(rowsPerCallMax / usersCount)));
  return range === undefined ? [] : splitRange(range, daysPerCall);
}

async function readUsage(
  ports: PlatformPorts,
  settings: EnforcementSettings,
  order: StepsDone & { readonly run: RunContext; readonly range: DayRange; readonly readingId: string },
): Promise<number> {
  const { run, range, readingId, stepsDone } = order;
  const { steps, usage, metricsPages: pageStore } = ports;
  const list = `${readingId}/use/${range.from}`;
  const open = (from: string | undefined) => usage.readUserMetrics(range, from);
  try {
    return await steps.group(`use ${range.from}`, async (pageSteps) => {
      const stepsNow = await readPages(pageSteps, { list, pageStore, open }, stepsDone);
      await pageSteps.run('ledger', async () =>
        collectLedger(ports, run, { range, metrics: pageStore.read(list), settings }),
      );
      return stepsNow;
    });
  } finally {
    await pageStore.drop(list);
  }
}
