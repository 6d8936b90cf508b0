import { beforeEach, describe, expect, test } from 'vitest';
import type { PlanStore } from '../../shared/application/enforcement/ports.ts';
import { changesKeptMax, type HeldPlan } from '../../shared/domain/runs/held-plan.ts';

const plan: HeldPlan = {
  planId: '00c0ffee00c0ffee',
  at: '2026-03-15T02:30:00.000Z',
  heldAt: '2026-03-15T02:30:09.000Z',
  expiresAt: '2026-03-16T02:30:09.000Z',
  runId: 'enforce-2026-03-15T02:30:00.000Z-nightly',
  detail: 'it lowers 4 of 10 caps',
  changesCount: 2,
  changes: [
    { email: 'ann@acme.example', fromCredits: 900, toCredits: 400, reason: 'lowered' },
    { email: 'bob@acme.example', toCredits: 500, reason: 'no-limit-yet' },
  ],
};

export function describePlanStore(name: string, makeStore: () => Promise<PlanStore>): void {
  describe(`the plan store ${name}`, () => {
    let store: PlanStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('finds a plan by its id, with every fact', async () => {
      const decided = { ...plan, decision: { kind: 'rejected', by: 'ada', at: plan.heldAt } } as const;
      await store.put(decided);

      expect(await store.find(plan.planId)).toEqual(decided);
    });

    test('finds nothing under an id that is not there', async () => {
      expect(await store.find(plan.planId)).toBeUndefined();
    });

    test('replaces a plan as a whole', async () => {
      await store.put({ ...plan, decision: { kind: 'approved', by: 'ada', at: plan.heldAt } });
      await store.put(plan);

      expect(await store.find(plan.planId)).toEqual(plan);
    });

    test('keeps as many changes as are kept for looking at', async () => {
      const change = { email: `${'a'.repeat(240)}@acme.example`, toCredits: 1, reason: 'raised' } as const;
      const large = { ...plan, changes: Array.from({ length: changesKeptMax }, () => change) };
      await store.put(large);

      expect(await store.find(plan.planId)).toEqual(large);
    });
  });
}
