/*
 * The impact of an edit (a team's pool halved, the organization's cut by a tenth) for an organization with 50 team
 * pools, a default and some own budgets, beside the nightly division of the same tables. `--users 10000` and `--json`
 * are understood. Ends with 1 when the impact takes two seconds or more.
 */
import { parseArgs } from 'node:util';

import { memoryBudgetStore } from '../../shared/budgets/memory-store.ts';
import { changesOf } from '../../shared/caps/cap-plan.ts';
import {
  memoryLedgerStore,
  memoryLimitStore,
  memoryPlanStore,
  memoryUserStore,
} from '../../shared/enforcement/memory-store.ts';
import { collectTables } from '../../shared/enforcement/use-cases/collect/collect-tables.ts';
import type { ShowPorts } from '../../shared/enforcement/use-cases/decide-held-plan.ts';
import { planCollected } from '../../shared/enforcement/use-cases/plan-run.ts';
import { memoryGrantStore } from '../../shared/grants/memory-store.ts';
import { noEdits, type ProposedEdits } from '../../shared/impact/proposed-edits.ts';
import { showImpact } from '../../shared/impact/use-cases/show-impact.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { recordOutcome } from '../../shared/limits/record-outcome.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { memoryTeamStore } from '../../shared/teams/memory-store.ts';
import { putPastUse } from '../scale/past-use.ts';

const { values } = parseArgs({
  options: { users: { type: 'string', default: '10000' }, json: { type: 'boolean', default: false } },
});
const secondsMax = 2;
const teamCount = 50;
const ownCount = 200;
const rounds = 5;
const run = { runId: 'bench', at: '2026-06-18T09:00:00.000Z', today: '2026-06-18' };
const settings = Settings.parse({});

async function anOrganization(count: number): Promise<ShowPorts> {
  const journal = memoryJournal();
  const [budgets, teams] = [memoryBudgetStore(journal), memoryTeamStore(journal)];
  const [users, ledger] = [memoryUserStore(), memoryLedgerStore()];
  const people = Array.from({ length: count }, (_, index) => ({
    userId: `u${String(index).padStart(6, '0')}`,
    email: `u${index}@example.com`,
    metadata: { team: `t${index % teamCount}` },
    createdAt: '2026-01-01T00:00:00.000Z',
  }));
  await users.put(people);
  await putPastUse(ledger, people, { from: '2026-02-19', through: '2026-06-17' });
  budgets.writeByHand({ scope: 'org', window: 'month', amount: 200_000 * count });
  budgets.writeByHand({ scope: 'default', window: 'month', amount: 400_000 });
  for (let team = 0; team < teamCount; team += 1) {
    teams.writeByHand({ name: `t${team}`, members: [`metadata.team=t${team}`], position: team + 1 });
    budgets.writeByHand({ scope: `team:t${team}`, window: 'month', amount: 5_000 * count });
  }
  for (const { email } of people.slice(0, ownCount)) {
    budgets.writeByHand({ scope: `user:${email}`, window: 'month', amount: 600_000 });
  }
  const grants = memoryGrantStore(journal);
  return {
    users,
    ledger,
    budgets,
    teams,
    grants,
    limits: memoryLimitStore(),
    runs: memoryRunStore(),
    plans: memoryPlanStore(),
  };
}

/** What the nightly run reads and decides; its limits are then in force. */
async function divide(ports: ShowPorts) {
  const collected = await collectTables(ports, settings, run);
  return planCollected(settings, run, { collected, limits: await ports.limits.list() });
}

async function setLimits(ports: ShowPorts): Promise<void> {
  const sent = { at: '2026-06-17T02:30:00.000Z', runId: 'enforce' };
  const { plan } = await divide(ports);
  const records = changesOf(plan).map((change) =>
    recordOutcome(undefined, change, { sent, night: run.today, settleDays: 0, outcome: { kind: 'done' } }),
  );
  await ports.limits.put(records, 1);
}

async function anEdit({ budgets }: ShowPorts): Promise<ProposedEdits> {
  const known = (await budgets.list()).budgets;
  const shares: readonly (readonly [string, number])[] = [
    ['org', 0.9],
    ['t7', 0.5],
  ];
  const changes = shares.flatMap(([name, share]) =>
    known.flatMap((before) => {
      const { scope, amount } = before;
      const isMeant = scope.kind === 'team' ? scope.name === name : scope.kind === name;
      return isMeant && amount.kind === 'credits'
        ? [
            {
              kind: 'change',
              before,
              after: { ...before, amount: { ...amount, credits: amount.credits * share } },
            } as const,
          ]
        : [];
    }),
  );
  return { ...noEdits, budgets: changes };
}

/** Seconds by the wall clock: the median of some rounds. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    seconds.push((performance.now() - startedAt) / 1_000);
  }
  return seconds.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Infinity;
}

const users = Number(values.users);
const ports = await anOrganization(users);
await setLimits(ports);
const edits = await anEdit(ports);
const divisionSeconds = await secondsOf(async () => divide(ports));
const impactSeconds = await secondsOf(async () => showImpact(ports, { edits, atMs: Date.parse(run.at), settings }));
const { effects } = await showImpact(ports, { edits, atMs: Date.parse(run.at), settings });
const row = { users, changes: effects.length, divisionSeconds, impactSeconds };
if (values.json) {
  console.log(JSON.stringify([row]));
} else {
  console.log(
    `${users} users, ${effects.length} limits change: division ${divisionSeconds.toFixed(2)} s, impact ${impactSeconds.toFixed(2)} s`,
  );
}
process.exitCode = impactSeconds < secondsMax ? 0 : 1;
