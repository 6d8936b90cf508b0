import { platformRoster } from '../../shared/adapters/platform/platform-roster.ts';
import { createPlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import type { BudgetStore, TeamStore } from '../../shared/application/edits/ports.ts';
import { enforceBudgets } from '../../shared/application/enforcement/enforce-budgets.ts';
import { Settings } from '../../shared/contracts/settings/settings.ts';
import type { BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { startOfDayMs, type Day } from '../../shared/domain/time/day.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { durableEnforcementPorts } from '../../shared/wiring/durable-enforcement.ts';
import { localTableNames } from '../../local/storage/create-tables.ts';
import { countingDynamo } from './counting-dynamo.ts';
import { runDurably, type RanDurably } from './run-durably.ts';

/** Where a night runs. */
export interface NightPlace {
  /** One of `nightKinds`. */
  readonly kind: string;
  readonly today: Day;
  readonly platform: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
}

/** What one night took. */
export interface NightFigures {
  readonly seconds: number;
  /** Of a processor: what the time would be on a machine with nothing else to do, and no waiting for answers. */
  readonly cpuSeconds: number;
  readonly status: string;
  readonly capsChanged: number;
  /** Those that were sent again to heal what somebody changed, too. */
  readonly limitsSent: number;
  /** Of the durable execution, which may have 3,000 and 100 MB. */
  readonly operations: number;
  readonly checkpointKb: number;
  readonly stepSeconds: RanDurably<unknown>['stepSeconds'];
  /** Calls of DynamoDB, by command, and its units. */
  readonly tableCalls: Readonly<Record<string, number>>;
  readonly writeUnits: number;
  readonly readUnits: number;
}

/** The emulator puts its people into these by their metadata. */
const teams = ['platform', 'payments', 'search', 'mobile', 'data', 'growth', 'security', 'infra'];
const author = { name: 'bench', at: '2026-01-14T00:00:00.000Z' };
const month = 200_000;

/**
 * One night as it is deployed: a durable execution on the tables of a real engine. The first one finds an organization
 * without limits; the window start finds new quarter budgets.
 */
export async function runNight(place: NightPlace): Promise<NightFigures> {
  const { kind, today, platform: url, endpoint, accessKeyId } = place;
  const { client, work } = countingDynamo({ endpoint, accessKeyId });
  const platform = createPlatformClient({
    baseUrl: url,
    appUrl: url,
    readKey: async () => Promise.resolve('owner-key'),
    fetch: globalThis.fetch,
    clock: systemClock,
    asOf: () => startOfDayMs(today),
    random: () => Math.random(),
  });
  const ports = durableEnforcementPorts({ dynamo: client, platform, tables: localTableNames() });
  if (kind === 'first') {
    await putBudgets(ports.budgets, await emailsOf(platformRoster(platform)));
    await putTeams(ports.teams as TeamStore);
  }
  if (kind === 'window start') {
    await putBudget(ports.budgets, { scope: { kind: 'org' }, window: 'quarter', credits: 1_000_000_000_000 });
  }
  Object.assign(work, { calls: {}, writeUnits: 0, readUnits: 0 });
  await fetch(`${url}/__sim/requests`, { method: 'DELETE' });
  let limitsSent = 0;
  const limitWriter: typeof ports.limitWriter = {
    async setLimits(entries) {
      limitsSent += entries.length;
      return ports.limitWriter.setLimits(entries);
    },
  };
  const settings = Settings.parse({ admins: ['admin@acme.example'], blastRadius: false });
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const atMs = startOfDayMs(today) + 150 * 60_000;
  const order = {
    runId: runIdOf('enforce', atMs, 'nightly'),
    atMs,
    onlyIfUnfinished: false,
    dryRun: false,
    stopAtMs: Number.MAX_SAFE_INTEGER,
  };
  const ran = await runDurably(async (steps) => {
    const { outcome } = await enforceBudgets({ ...ports, limitWriter, steps }, settings, order);
    return { status: outcome.status, capsChanged: outcome.capsChanged };
  });
  return {
    seconds: (performance.now() - startedMs) / 1_000,
    cpuSeconds: cpuSecondsSince(startedCpu),
    ...ran.result,
    limitsSent,
    operations: ran.operations,
    checkpointKb: Math.ceil(ran.checkpointBytes / 1_024),
    stepSeconds: ran.stepSeconds,
    tableCalls: work.calls,
    writeUnits: work.writeUnits,
    readUnits: work.readUnits,
  };
}

function cpuSecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000_000;
}

async function emailsOf(roster: ReturnType<typeof platformRoster>): Promise<readonly string[]> {
  const pages = await Array.fromAsync(roster.read(), ({ users }) => users.flatMap(({ email }) => email ?? []));
  return pages.flat();
}

type Row = Pick<BudgetTerms, 'scope' | 'window'> & { readonly credits: number };

async function putBudgets(store: BudgetStore, emails: readonly string[]): Promise<void> {
  const everybody = emails.length * month;
  const own = emails.filter((_, index) => index % 50 === 0);
  const rows: readonly Row[] = [
    { scope: { kind: 'org' }, window: 'month', credits: everybody },
    { scope: { kind: 'default' }, window: 'month', credits: 2 * month },
    ...teams.map(
      (name) =>
        ({ scope: { kind: 'team', name }, window: 'month', credits: Math.floor(everybody / teams.length) }) as const,
    ),
    ...own.map(
      (email) => ({ scope: { kind: 'user', email: email.toLowerCase() }, window: 'week', credits: month }) as const,
    ),
  ];
  for (const row of rows) {
    await putBudget(store, row);
  }
}

async function putBudget(store: BudgetStore, { scope, window, credits }: Row): Promise<void> {
  const kept = { thresholds: [50, 80, 100], forecastAlert: true, owners: ['lead@acme.example'] };
  const terms = { scope, window, amount: { kind: 'credits', credits }, mode: 'enforce', ...kept } as const;
  const id = `budget-${JSON.stringify(scope)}-${window}`;
  const entry = { id, at: author.at, kind: 'budget-changed', actor: author.name, detail: {} } as const;
  await store.edit({ scope, window, seenVersion: 0, version: 1, way: 'command', terms }, author, entry);
}

async function putTeams(store: TeamStore): Promise<void> {
  for (const [index, name] of teams.entries()) {
    const members = [{ kind: 'metadata', key: 'team', value: name }] as const;
    const entry = { id: `team-${index}`, at: author.at, kind: 'team-changed', actor: author.name, detail: {} } as const;
    await store.edit(
      { name, seenVersion: 0, version: 1, way: 'command', terms: { name, members, position: index + 1 } },
      author,
      entry,
    );
  }
}
