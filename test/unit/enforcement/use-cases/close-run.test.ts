import { describe, expect, test } from 'vitest';

import type { HeldPlan } from '../../../../shared/enforcement/held-plan.ts';
import { compose, outcome } from '../../../../shared/enforcement/use-cases/close-run.ts';
import { anOutcome } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';
import { anObservation, onEnforcementRun, play } from '../../notifications/observed.ts';

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

interface Scene {
  readonly admins?: readonly string[];
  readonly fallback?: readonly string[];
  /** Undefined for a run that nothing holds. */
  readonly plan?: string | undefined;
  readonly prepare?: (ports: World['ports']) => void | Promise<void>;
}

async function mailsOf({ admins = [admin], fallback = [], prepare = () => {}, ...scene }: Scene = {}) {
  const { ports, work } = await aTablesWorld();
  await ports.plans.hold(waiting);
  await prepare(ports);
  const plan = 'plan' in scene ? scene.plan : 'p-1';
  const held = { guard: 'blast-radius', detail: 'it reaches far', ...(plan !== undefined && { plan }) } as const;
  const ended = anOutcome({ status: 'held', isUnfinished: true, held });
  const alerts = { ...someSettings().alerts, fallback };
  const composed = await compose(
    { ...work, settings: someSettings({ admins, alerts }) },
    { kind: 'cut-short', outcome: ended },
    ended,
    Date.parse(tonight.at),
  );
  await composed.write(ended);
  const written = (await ports.outbox.listOpenStates()).map(async ({ mailId }) => ports.outbox.find(mailId));
  return { mails: (await Promise.all(written)).flatMap((each) => each?.mail ?? []), problem: composed.problem };
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
    expect(problem).toMatch(/No one was notified/u);
  });

  test('goes to those who stand in where there is no admin and no owner', async () => {
    const { mails, problem } = await mailsOf({ admins: [], fallback: ['desk@acme.example'] });

    expect(mails.map(({ to }) => to)).toEqual(['desk@acme.example']);
    expect(problem).toBeUndefined();
  });

  test('goes once to whoever is an admin and an owner, however the address is written', async () => {
    const { mails } = await mailsOf({
      prepare({ budgets }) {
        budgets.writeByHand(budgetOf('org', 'ADMIN@acme.example'));
      },
    });

    expect(mails.map(({ to }) => to)).toEqual(['admin@acme.example']);
  });

  test('looks for no plan where none waits', async () => {
    const { mails } = await mailsOf({
      plan: undefined,
      prepare({ plans }) {
        plans.find = async () => Promise.reject(new Error('a plan was looked for'));
      },
    });

    expect(mails).toHaveLength(1);
  });

  test('counts what else is grave and open among what nobody is notified of', async () => {
    const { problem } = await mailsOf({
      admins: [],
      async prepare({ alerts }) {
        const grave = anObservation({ severity: 'high' });
        await alerts.put(play([onEnforcementRun('2026-03-14', { observed: [grave] })]).states);
      },
    });

    expect(problem).toMatch(/and 1 more/u);
  });
});

test('whom the guard of the promise gave nothing of what was planned is a problem of the run, and so of its mail', async () => {
  const { cache } = await aTablesWorld();
  const applied = { failed: new Map(), isLeaseLost: false };
  const reading = { isDoubtful: false, problems: [] };
  const problemsWith = async (withheld?: readonly string[]) =>
    (
      await outcome('tonight', {
        kind: 'applied',
        collected: reading,
        plan: cache,
        applied: { ...applied, ...(withheld !== undefined && { withheld }) },
      })
    ).problems;

  expect(await problemsWith()).toEqual([]);
  expect(await problemsWith(['ann@acme.example', 'bob@acme.example'])).toEqual([
    "Nothing more was given to ann@acme.example, bob@acme.example: a pool's guarantee does not allow it now; the next run plans again",
  ]);
});
