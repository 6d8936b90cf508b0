import { dynamoLedgerStore } from '../../shared/adapters/dynamo/enforcement/dynamo-ledger-store.ts';
import { memoryAlertStore } from '../../shared/adapters/memory/mail/memory-alert-store.ts';
import { memoryBudgetStore } from '../../shared/adapters/memory/edits/memory-budget-store.ts';
import { memoryEvidenceChain } from '../../shared/adapters/memory/controls/memory-evidence-chain.ts';
import { memoryGrantStore } from '../../shared/adapters/memory/edits/memory-grant-store.ts';
import { memoryJournal } from '../../shared/adapters/memory/runs/memory-journal.ts';
import { memoryLeaseStore } from '../../shared/adapters/memory/runs/memory-lease-store.ts';
import { memoryLimitStore } from '../../shared/adapters/memory/enforcement/memory-limit-store.ts';
import { immediateSteps } from '../../shared/adapters/memory/runs/immediate-steps.ts';
import { memoryPageStore } from '../../shared/adapters/memory/enforcement/memory-page-store.ts';
import { memoryRecipientStore } from '../../shared/adapters/memory/mail/memory-recipient-store.ts';
import { memoryOutbox } from '../../shared/adapters/memory/mail/memory-outbox.ts';
import { memoryPlanStore } from '../../shared/adapters/memory/enforcement/memory-plan-store.ts';
import { memoryRunStore } from '../../shared/adapters/memory/runs/memory-run-store.ts';
import { memoryTeamStore } from '../../shared/adapters/memory/edits/memory-team-store.ts';
import { memoryUserStore } from '../../shared/adapters/memory/enforcement/memory-user-store.ts';
import { createPlatformClient, type PlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import { platformLimitWriter } from '../../shared/adapters/platform/platform-limit-writer.ts';
import { platformRoster } from '../../shared/adapters/platform/platform-roster.ts';
import { platformTime } from '../../shared/adapters/platform/platform-time.ts';
import { platformUsageSource } from '../../shared/adapters/platform/platform-usage-source.ts';
import { enforceBudgets } from '../../shared/application/enforcement/enforce-budgets.ts';
import type { EnforcementPorts } from '../../shared/application/enforcement/enforcement-work.ts';
import type { BudgetStore, TeamStore } from '../../shared/application/edits/ports.ts';
import { Settings } from '../../shared/contracts/settings.ts';
import type { BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import type { KnownUser } from '../../shared/domain/roster/person.ts';
import { addDays, startOfDayMs, type Day } from '../../shared/domain/time/day.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { countingDynamo } from './counting-dynamo.ts';
import { putPastUse } from './past-use.ts';
import { runDurably } from './run-durably.ts';

/** What one night took. */
export interface NightFigures {
  readonly seconds: number;
  /** Of a processor: what the time would be on a machine with nothing else to do, and no waiting for answers. */
  readonly cpuSeconds: number;
  readonly status: string;
  readonly capsChanged: number;
  /** Of the durable execution, which may have 3,000 and 100 MB. */
  readonly operations: number;
  readonly checkpointKb: number;
  /** Of the ledger, in units of DynamoDB. */
  readonly ledgerWriteUnits: number;
  readonly ledgerReadUnits: number;
  /** Items written to the tables of users, limits, journal and alerts. */
  readonly itemsWritten: number;
}

/** The emulator puts its people into these by their metadata. */
const teams = ['platform', 'payments', 'search', 'mobile', 'data', 'growth', 'security', 'infra'];
const author = { name: 'bench', at: '2026-01-14T00:00:00.000Z' };

/**
 * One ordinary night of an organization that Curfew has known since the analytics began, and that has no limits yet,
 * so that everybody gets one: roster, the last three days, a plan with pools, limits, alerts, mails.
 */
export async function runEnforcement(url: string, today: Day): Promise<NightFigures> {
  const { ports, written, work } = await organizationAt(url, today);
  const settings = Settings.parse({ admins: ['admin@acme.example'], blastRadius: false });
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const order = {
    runId: 'night',
    atMs: startOfDayMs(today) + 150 * 60_000,
    onlyIfUnfinished: false,
    dryRun: false,
    stopAtMs: Number.MAX_SAFE_INTEGER,
  };
  // As in AWS: the run is a durable execution.
  const ran = await runDurably(async (steps) => {
    const { outcome } = await enforceBudgets({ ...ports, steps }, settings, order);
    return { status: outcome.status, capsChanged: outcome.capsChanged };
  });
  return {
    seconds: (performance.now() - startedMs) / 1_000,
    cpuSeconds: cpuSecondsSince(startedCpu),
    ...ran.result,
    operations: ran.operations,
    checkpointKb: Math.ceil(ran.checkpointBytes / 1_024),
    ledgerWriteUnits: work.writeUnits,
    ledgerReadUnits: work.readUnits,
    itemsWritten: written(),
  };
}

/** The organization as it is on the evening before, with everything counted from here on. */
async function organizationAt(url: string, today: Day) {
  const platform = platformAt(url, today);
  const known = await rosterOf(platform);
  const { client, work } = countingDynamo();
  const ledger = dynamoLedgerStore(client, 'ledger');
  await putPastUse(ledger, known, { from: '2026-01-14', through: addDays(today, -4) });
  const journal = memoryJournal();
  const budgets = memoryBudgetStore(journal);
  await putBudgets(budgets, known);
  const teamRows = memoryTeamStore(journal);
  await putTeams(teamRows);
  const { ports, written } = counted({
    clock: systemClock,
    ids: randomIds,
    roster: platformRoster(platform),
    usage: platformUsageSource(platform),
    limitWriter: platformLimitWriter(platform),
    platformTime: platformTime(platform),
    budgets,
    teams: teamRows,
    grants: memoryGrantStore(journal),
    ledger,
    users: memoryUserStore(),
    limits: memoryLimitStore(),
    leases: memoryLeaseStore(),
    runs: memoryRunStore(),
    plans: memoryPlanStore(),
    journal,
    outbox: memoryOutbox(),
    alerts: memoryAlertStore(),
    evidence: memoryEvidenceChain(),
    recipients: memoryRecipientStore(),
    steps: immediateSteps(),
    rosterPages: memoryPageStore(),
    metricsPages: memoryPageStore(),
  });
  Object.assign(work, { calls: 0, writeUnits: 0, readUnits: 0 });
  await fetch(`${url}/__sim/requests`, { method: 'DELETE' });
  return { ports, written, work };
}

function cpuSecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000_000;
}

function platformAt(url: string, today: Day): PlatformClient {
  return createPlatformClient({
    baseUrl: url,
    appUrl: url,
    readKey: async () => Promise.resolve('owner-key'),
    fetch: globalThis.fetch,
    clock: systemClock,
    asOf: () => startOfDayMs(today),
    random: () => Math.random(),
  });
}

async function rosterOf(platform: PlatformClient): Promise<readonly KnownUser[]> {
  const known: KnownUser[] = [];
  for await (const { users } of platformRoster(platform).read()) {
    known.push(...users);
  }
  return known;
}

async function putBudgets(store: BudgetStore, known: readonly KnownUser[]): Promise<void> {
  const month = 200_000;
  const everybody = known.length * month;
  const own = known.filter((_, index) => index % 50 === 0).flatMap(({ email }) => email ?? []);
  const rows: readonly (Pick<BudgetTerms, 'scope' | 'window'> & { readonly credits: number })[] = [
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
  for (const [index, { scope, window, credits }] of rows.entries()) {
    const kept = { thresholds: [50, 80, 100], forecastAlert: true, owners: ['lead@acme.example'] };
    const terms = { scope, window, amount: { kind: 'credits', credits }, mode: 'enforce', ...kept } as const;
    const entry = {
      id: `budget-${index}`,
      at: author.at,
      kind: 'budget-changed',
      actor: author.name,
      detail: {},
    } as const;
    await store.edit({ scope, window, seenVersion: 0, version: 1, way: 'command', terms }, author, entry);
  }
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

/** The same ports, with the items counted that go into the tables of users, limits, journal and alerts. */
function counted(ports: EnforcementPorts & { readonly budgets: BudgetStore }) {
  let items = 0;
  const note = <T extends readonly unknown[]>(list: T): T => {
    items += list.length;
    return list;
  };
  const { users, limits, journal, alerts } = ports;
  return {
    written: () => items,
    ports: {
      ...ports,
      users: { ...users, put: async (changed) => users.put(note(changed)) },
      limits: { ...limits, put: async (records, fence) => limits.put(note(records), fence) },
      journal: { ...journal, append: async (entries) => journal.append(note(entries)) },
      alerts: {
        ...alerts,
        put: async (states) => alerts.put(note(states)),
        enqueue: async (notices) => alerts.enqueue(note(notices)),
      },
    } satisfies EnforcementPorts,
  };
}
