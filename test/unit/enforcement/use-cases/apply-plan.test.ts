import { beforeEach, describe, expect, test } from 'vitest';

import { inputsHashOf } from '../../../../shared/caps/plan-id.ts';
import type { HeldPlan } from '../../../../shared/enforcement/held-plan.ts';
import { memoryPlanStore } from '../../../../shared/enforcement/memory-store.ts';
import { markSending } from '../../../../shared/enforcement/use-cases/apply-plan.ts';
import type {
  EnforcementOrder,
  EnforcementPorts,
  EnforcementWork,
} from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { recheckOnResume } from '../../../../shared/enforcement/use-cases/send-plan.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import type { PlanOrder, RunPurpose } from '../../../../shared/kernel/runs/run.ts';
import { memoryRunStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { partOf } from '../../../support/part-of.ts';
import { aTablesWorld, strict, tonight } from '../../../support/tables-world.ts';

const clock = { now: () => Date.parse('2026-03-15T02:35:00.000Z') };
const held: HeldPlan = {
  planId: 'p-1',
  at: tonight.at,
  heldAt: '2026-03-15T02:31:00.000Z',
  expiresAt: '2026-03-16T00:00:00.000Z',
  runId: 'earlier',
  detail: 'it lowers 4',
  changesCount: 4,
  changes: [],
};
const orderFor = (purpose: RunPurpose) => partOf<EnforcementOrder>(purpose);
const approval: PlanOrder = { planId: 'p-1', actor: 'ada@acme.example', isApproved: true };

describe('the mark that limits are changed from now on', () => {
  const made = () => ({
    clock,
    plans: memoryPlanStore(),
    journal: memoryJournal(),
    runs: memoryRunStore(new Map(), clock),
  });
  let ports = made();
  beforeEach(async () => {
    ports = made();
    await ports.plans.hold(held);
  });
  const mark = async (purpose: RunPurpose = {}) =>
    markSending(
      partOf<EnforcementWork>({ ports: partOf<EnforcementPorts>(ports), run: tonight, order: orderFor(purpose) }),
      { planId: 'p-now', inputsHash: '' },
    );
  const entries = async () => ports.journal.list({ from: tonight.today, through: tonight.today }, 9);

  test('carries the moment of the run, and nobody’s name', async () => {
    expect(await mark()).toBeUndefined();

    expect(await ports.runs.latestApplied(enforceJob)).toBe(tonight.at);
    expect(await entries()).toEqual([]);
    expect(await ports.plans.find('p-1')).toEqual(held);
  });

  test('of an edit is that of the day, so that its nightly run may follow', async () => {
    await mark({ kind: 'edit' });

    expect(await ports.runs.latestApplied(enforceJob)).toBe('2026-03-15T00:00:00.000Z');
  });

  test('is not set once a newer run has set limits, and nothing is noted', async () => {
    await ports.runs.markApplied(enforceJob, '2026-03-15T02:30:00.001Z');

    expect(await mark({ apply: approval })).toMatchObject({ guard: 'newer-run' });
    expect(await entries()).toEqual([]);
    expect(await ports.plans.find('p-1')).toEqual(held);
  });

  test('names who approved a plan, with the plan and in the journal', async () => {
    await mark({ apply: approval });

    expect(await ports.plans.find('p-1')).toEqual({
      ...held,
      decision: { kind: 'approved', by: 'ada@acme.example', at: '2026-03-15T02:35:00.000Z' },
    });
    expect(await entries()).toEqual([
      {
        id: 'tonight/plan-approved',
        at: tonight.at,
        kind: 'plan-approved',
        actor: 'ada@acme.example',
        runId: 'tonight',
        subject: 'p-now',
        detail: { plan: 'p-now' },
      },
    ]);
  });

  test.for([
    ['that is not held', { ...approval, planId: 'p-2' }, 'plan-approved'],
    ['of now', { actor: 'ada@acme.example', isApproved: true }, 'plan-approved'],
    ['without approving it', { ...approval, isApproved: false }, 'plan-applied'],
  ] as const)('names who applied a plan %s', async ([, apply, kind]) => {
    await mark({ apply });

    expect(await entries()).toMatchObject([{ kind, actor: 'ada@acme.example', subject: 'p-now' }]);
    expect(await ports.plans.list()).toEqual([held]);
  });

  test('is not set for a plan that somebody has rejected meanwhile', async () => {
    const decision = { kind: 'rejected', by: 'eve@acme.example', at: held.heldAt } as const;
    await ports.plans.put({ ...held, decision });

    expect(await mark({ apply: approval })).toMatchObject({ plan: 'p-1', detail: expect.stringContaining('eve') });
    expect(await ports.runs.latestApplied(enforceJob)).toBeUndefined();
    expect(await entries()).toEqual([]);
  });

  test('is set for a plan that is applied by itself, whoever rejected it', async () => {
    const decision = { kind: 'rejected', by: 'eve@acme.example', at: held.heldAt } as const;
    await ports.plans.put({ ...held, decision });

    expect(await mark({ apply: { ...approval, isApproved: false } })).toBeUndefined();
    expect(await mark()).toBeUndefined();
  });

  describe('for rows that somebody releases', () => {
    const only = ['ann@acme.example', 'bob@acme.example'];
    const rows = { emails: only, by: 'ada@acme.example', at: '2026-03-15T02:35:00.000Z' };

    test('names them with the plan that was looked at', async () => {
      await mark({ apply: { ...approval, only } });

      expect(await ports.plans.find('p-1')).toEqual({ ...held, released: [rows] });
      expect(await entries()).toMatchObject([{ subject: 'p-1', detail: { plan: 'p-1', only } }]);
    });

    test('names the plan of now where none was looked at', async () => {
      await mark({ apply: { actor: 'ada@acme.example', isApproved: true, only } });

      expect(await entries()).toMatchObject([{ subject: 'p-now', detail: { plan: 'p-now', only } }]);
    });

    test.for([
      ['the same by the same person once', {}, 1],
      ['the same by another person', { actor: 'eve@acme.example' }, 2],
      ['others by the same person', { only: ['cem@acme.example'] }, 2],
    ] as const)('names %s', async ([, said, count]) => {
      await mark({ apply: { ...approval, only } });
      await mark({ apply: { ...approval, only, ...said } });

      expect((await ports.plans.find('p-1'))?.released).toHaveLength(count);
    });
  });
});

describe('a run that continues in another process', () => {
  const latestSent = '2026-03-14T02:30:00.000Z';
  const apply = { actor: 'ada@acme.example', isApproved: true };

  async function recheck(
    purpose: RunPurpose,
    {
      isMoved = true,
      settings = someSettings(),
      ...said
    }: { isMoved?: boolean; settings?: typeof strict; part?: 'rows' } = {},
  ) {
    const first = await aTablesWorld({ settings, latestSent });
    const { planId, planInputs } = await first.cache.planned();
    const permit = { planId, inputsHash: inputsHashOf(planInputs), latestSent, ...said };
    const again = await aTablesWorld({ settings, latestSent });
    if (isMoved) {
      again.ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 601, version: 2 });
    }
    return recheckOnResume({ ...again.work, order: orderFor(purpose) }, await again.cache.planned(), permit);
  }

  test.for<readonly [string, RunPurpose, Parameters<typeof recheck>[1]]>([
    ['nothing has moved, whatever it is for', { apply }, { isMoved: false, settings: strict, part: 'rows' }],
    ['a window begins', { kind: 'window-start' }, { settings: strict }],
    ['no guard would hold the plan of now', {}, {}],
  ])('sends what it has planned where %s', async ([, purpose, said]) => {
    expect(await recheck(purpose, said)).toBeUndefined();
  });

  test.for<readonly [string, RunPurpose, Parameters<typeof recheck>[1]]>([
    ['the plan is no longer the one that somebody looked at', { apply }, {}],
    ['only a part of the plan was to be sent', {}, { part: 'rows' }],
    ['a guard would hold the plan of now', {}, { settings: strict }],
  ])('sends nothing where %s', async ([, purpose, said]) => {
    expect(await recheck(purpose, said)).toMatch(/has moved/u);
  });
});
