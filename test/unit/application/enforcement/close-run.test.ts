import { describe, expect, test } from 'vitest';
import { composeRunMails } from '../../../../shared/application/enforcement/close-run.ts';
import type { HeldPlan } from '../../../../shared/domain/plans/held-plan.ts';
import { enforcementOutcome } from '../../../../shared/domain/runs/outcome.ts';
import { anOutcome } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';

const admin = 'Admin@acme.example';
const waiting: HeldPlan = {
  planId: 'p-1',
  at: tonight.at,
  heldAt: tonight.at,
  expiresAt: '2026-03-16T00:00:00.000Z',
  runId: tonight.runId,
  detail: 'it reaches far',
  changesCount: 2,
  changes: [],
  summary: {
    total: { users: 20, beforeCredits: 9, afterCredits: 5, raised: 0, lowered: 617, stopped: 2, freed: 0 },
    teams: [],
    teamsCount: 0,
    stoppedEmails: ['ann@acme.example', 'bob@acme.example'],
    largest: [],
    pools: [],
  },
};

type World = Awaited<ReturnType<typeof aTablesWorld>>;

async function mailsOf({
  admins = [admin],
  plan = 'p-1',
  prepare = () => {},
}: { admins?: readonly string[]; plan?: string | undefined; prepare?: (ports: World['ports']) => void } = {}) {
  const { ports } = await aTablesWorld();
  await ports.plans.hold(waiting);
  prepare(ports);
  const held = { guard: 'blast-radius', detail: 'it reaches far', plan } as const;
  const result = {
    outcome: enforcementOutcome(anOutcome({ status: 'held', isUnfinished: true, held })),
    outcomes: new Map(),
    days: [],
  };
  const nowMs = Date.parse(tonight.at);
  const { drafts, problem } = await composeRunMails(ports, someSettings({ admins }), {
    context: tonight,
    result,
    nowMs,
  });
  return { mails: drafts.map((draft) => draft().mail), problem };
}

const budgetOf = (scope: string, owner: string) => ({
  scope,
  window: 'month',
  amount: 9_000,
  owners: [owner],
  version: 1,
});

describe('the mail about a run', () => {
  test('goes to the admins and to owners of budgets of the whole organization, to each once', async () => {
    const { mails, problem } = await mailsOf({
      prepare({ budgets }) {
        budgets.writeByHand(budgetOf('org', 'cfo@acme.example'));
        budgets.writeByHand({ ...budgetOf('org', 'admin@acme.example'), window: 'quarter' });
        budgets.writeByHand(budgetOf('team:web', 'lead@acme.example'));
      },
    });

    expect(mails.map(({ to }) => to).toSorted()).toEqual(['admin@acme.example', 'cfo@acme.example']);
    expect(problem).toBeUndefined();
  });

  test('shows what the plan that waits would do, and nothing where it is not kept', async () => {
    const [shown] = (await mailsOf()).mails;
    const [without] = (await mailsOf({ plan: 'p-2' })).mails;

    expect(shown?.text).toContain('617');
    expect(without?.text).not.toContain('617');
  });

  test('that nobody gets is named by the run itself', async () => {
    const { mails, problem } = await mailsOf({ admins: [] });

    expect(mails).toEqual([]);
    expect(problem).toMatch(/NOBODY WAS NOTIFIED/u);
  });
});
