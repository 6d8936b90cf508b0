import { beforeEach, describe, expect, test } from 'vitest';

import { changesKeptMax, type HeldPlan } from '../../shared/enforcement/held-plan.ts';
import type { PlanStore } from '../../shared/enforcement/ports.ts';

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
      const rejectedBefore = { planId: 'another', by: 'ada', at: plan.at };
      const decided = { ...plan, rejectedBefore, decision: { kind: 'rejected', by: 'ada', at: plan.heldAt } } as const;
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

    test('names the plan that was held last, and no other', async () => {
      const before = await store.latest();
      await store.hold(plan);
      await store.put({ ...plan, planId: 'another' });

      expect(before).toBeUndefined();
      expect(await store.latest()).toEqual(plan);
    });

    test('lists all plans, the one held last first', async () => {
      const later = { ...plan, planId: 'later', heldAt: '2026-03-15T05:00:00.000Z' };
      await store.hold(plan);
      await store.hold(later);

      expect(await store.list()).toEqual([later, plan]);
    });

    test('keeps a summary of as many users and teams as are kept', async () => {
      const counts = { users: 1, beforeCredits: 2, afterCredits: 1, raised: 0, lowered: 1, stopped: 1, freed: 0 };
      const email = `${'a'.repeat(240)}@acme.example`;
      const standing = { usedCredits: 1, leftCredits: 1, promised: 'kept' } as const;
      const pool = { scope: 'org', window: 'month', amountCredits: 2, runwayDays: 3, ...standing } as const;
      const verdict = { kind: 'not-bounded', words: 'not bounded', detail: 'd'.repeat(500) } as const;
      const summary = {
        total: counts,
        teams: Array.from({ length: 200 }, () => ({ team: 't'.repeat(256), ...counts })),
        teamsCount: 200,
        stoppedEmails: Array.from({ length: 500 }, () => email),
        largest: [{ email, fromCredits: 2, toCredits: 1, reason: 'lowered' }] as const,
        pools: Array.from({ length: 100 }, () => ({ ...pool, scope: `team:${'t'.repeat(256)}`, verdict })),
      };
      const released = [{ emails: [email], by: 'ada', at: plan.heldAt }];
      const changes = Array.from(
        { length: changesKeptMax },
        () => ({ email, toCredits: 1, reason: 'raised' }) as const,
      );
      const large = { ...plan, changes, summary, notice: 'n', replacedBy: 'r', released };
      await store.put(large);

      expect(await store.find(plan.planId)).toEqual(large);
    });

    test('keeps as many changes as are kept for looking at', async () => {
      const change = { email: `${'a'.repeat(240)}@acme.example`, toCredits: 1, reason: 'raised' } as const;
      const large = { ...plan, changes: Array.from({ length: changesKeptMax }, () => change) };
      await store.put(large);

      expect(await store.find(plan.planId)).toEqual(large);
    });
  });
}
