import { memoryBudgetStore } from '../shared/budgets/memory-store.ts';
import { changesOf } from '../shared/caps/cap-plan.ts';
import {
  memoryLedgerStore,
  memoryLimitStore,
  memoryPlanStore,
  memoryUserStore,
} from '../shared/enforcement/memory-store.ts';
import { planCollected } from '../shared/enforcement/planned.ts';
import { collectTables } from '../shared/enforcement/use-cases/collect/collect-tables.ts';
import type { ShowPorts } from '../shared/enforcement/use-cases/decide-held-plan.ts';
import { memoryGrantStore } from '../shared/grants/memory-store.ts';
import { noEdits, type ProposedEdits } from '../shared/impact/proposed-edits.ts';
import { showImpact } from '../shared/impact/use-cases/show-impact.ts';
import { memoryJournal } from '../shared/journal/store/memory-journal.ts';
import { memoryRunStore } from '../shared/kernel/runs/store/memory-run-store.ts';
import { recordOutcome } from '../shared/limits/record-outcome.ts';
import { Settings } from '../shared/settings/contract/settings.ts';
import { memoryTeamStore } from '../shared/teams/memory-store.ts';
import { runClaim } from './measure/claim.ts';
import { measureInterleaved } from './measure/interleaved.ts';
import { ratioOf } from './measure/spread.ts';
import { putPastUse } from './worlds/past-use.ts';

/*
 * The impact of an edit for an organization with 50 team pools, a default and some own budgets, beside the nightly
 * division of the same tables. The goal: under two seconds.
 */
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
  const own = { limits: memoryLimitStore(), runs: memoryRunStore(), plans: memoryPlanStore() };
  return { users, ledger, budgets, teams, grants: memoryGrantStore(journal), ...own };
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
  const changes = (await budgets.list()).budgets.flatMap((before) => {
    const { scope, amount } = before;
    const share = scope.kind === 'org' ? 0.9 : scope.kind === 'team' && scope.name === 't7' ? 0.5 : undefined;
    return share === undefined || amount.kind !== 'credits'
      ? []
      : [
          {
            kind: 'change',
            before,
            after: { ...before, amount: { ...amount, credits: amount.credits * share } },
          } as const,
        ];
  });
  return { ...noEdits, budgets: changes };
}

await runClaim(import.meta, async ({ number }) => {
  const users = number('users');
  const ports = await anOrganization(users);
  await setLimits(ports);
  const edits = await anEdit(ports);
  const show = async () => showImpact(ports, { edits, atMs: Date.parse(run.at), settings });
  const { effects } = await show();
  const [division, impact] = await measureInterleaved(
    [
      { name: 'division', run: async () => divide(ports) },
      { name: 'impact', run: show },
    ],
    rounds,
    0,
  );
  const seconds = [division, impact].map((timing) => (timing?.wallMs.median ?? Infinity) / 1_000);
  const [divisionSeconds = Infinity, impactSeconds = Infinity] = seconds;
  const changes = effects.length;
  return {
    document: [{ users, changes, divisionSeconds, impactSeconds }],
    ratios: [
      ratioOf(
        [`impact of an edit on ${users} users, of whom ${changes} get another limit`, 'the nightly division'],
        divisionSeconds,
        impactSeconds,
        { unit: 's', digits: 2 },
      ),
    ],
    report: [
      `${users} users, ${changes} limits change: division ${divisionSeconds.toFixed(2)} s, impact ${impactSeconds.toFixed(2)} s`,
    ],
    hasReachedGoal: impactSeconds < secondsMax,
  };
});
