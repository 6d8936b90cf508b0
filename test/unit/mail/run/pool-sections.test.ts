import { expect, test } from 'vitest';

import { describePools } from '../../../../local/texts/describe-run.ts';
import type { Budget } from '../../../../shared/budgets/budget.ts';
import type { CapPlanInput } from '../../../../shared/caps/cap-plan-input.ts';
import { planCaps, type CapPlan } from '../../../../shared/caps/cap-plan.ts';
import type { HeldPlan } from '../../../../shared/enforcement/held-plan.ts';
import { summarizePlan } from '../../../../shared/enforcement/plan-summary.ts';
import { renderHtml } from '../../../../shared/mail/render/render-html.ts';
import { renderText } from '../../../../shared/mail/render/render-text.ts';
import { describeRun } from '../../../../shared/mail/run/describe-run.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';
import { aSummary } from './a-summary.ts';

const aHeldPlan: HeldPlan = {
  planId: 'c0ffee',
  at: '2026-03-15T02:30:00.000Z',
  heldAt: '2026-03-15T02:30:00.000Z',
  expiresAt: '2026-03-16T00:00:00.000Z',
  runId: 'run-1',
  detail: 'it reaches far',
  changesCount: 6,
  changes: [],
};

const forWeb = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(1_000) });
const names = ['ann', 'bob', 'cy', 'dee', 'eve', 'flo', 'gus'];
const limits = names.map((userId) => aConfirmedLimit(userId, 120));

function planOf(budgets: readonly Budget[], said: Partial<CapPlanInput> = {}): CapPlan {
  return planCaps(
    aPlanInput({
      users: names.map((userId) => ({ userId, email: `${userId}@acme.example` })),
      teamOf: new Map([...names, 'nobody'].map((userId) => [userId, 'web'])),
      usage: someUsage({ ann: 90, bob: 60 }),
      limits,
      ...said,
      budgets,
    }),
  );
}

/** The mail's text, its HTML, and what the terminal says. */
function toldOf(plan: CapPlan): readonly string[] {
  const content = describeRun({
    ...aSummary,
    plan,
  });
  const terminal = describePools(plan, styleFor({ isTerminal: false }, {})).join('\n');
  return [renderText(content), renderHtml(content), terminal];
}

test('the mail about a held plan says how pools stand once', () => {
  const plan = planOf([forWeb], { limits: limits.slice(0, 1) });
  const summary = summarizePlan({ plan, planInputs: aPlanInput({}) });
  const heldPlan = { ...aHeldPlan, summary };
  const told = renderText(
    describeRun({ ...aSummary, plan, heldPlan, notice: { kind: 'plan-held', noticeId: 'held-plan/c0ffee' } }),
  );

  expect(told.match(/no limit is known for/gu)).toHaveLength(1);
});

test.for<[string, CapPlan, readonly string[]]>([
  ['kept', planOf([forWeb]), ['team web, month to 31 Mar', '1,000', '150', '840', 'kept']],
  [
    'not bounded, with the first who are missing',
    planOf([forWeb], { limits: limits.slice(0, 1) }),
    ['not bounded', 'bob@acme.example, cy@acme.example,', 'and 1 more', 'tomorrow at the earliest'],
  ],
  [
    'not kept yet, while limits allow more',
    planOf([{ ...forWeb, amount: credits(800) }]),
    ['840', 'not kept yet', 'limits allow 40 credits more than the budget'],
  ],
  [
    'overcommitted',
    planOf([{ ...forWeb, guarantee: { kind: 'overcommit', factor: 1.2 } }]),
    ['overcommit 1.2: at most 840'],
  ],
  ['broken', planOf([{ ...forWeb, amount: credits(100) }]), ['over budget by 50', 'Over budget by 50 credits']],
])('a pool whose guarantee is %s is reported so in text, HTML and terminal', ([, plan, words]) => {
  for (const told of toldOf(plan)) {
    const plain = told.replaceAll(/\s+/gu, ' ');
    words.forEach((word) => expect(plain).toContain(word));
  }
});

test('of many pools each says from when on its guarantee holds, and none is cut off', () => {
  const scopes = ['month', 'week', 'quarter', 'platform', 'day'] as const;
  const plan = planOf(
    scopes.map((window) => ({ ...forWeb, window })),
    { limits: limits.slice(0, 1) },
  );

  for (const told of toldOf(plan)) {
    expect(told.replaceAll(/\s+/gu, ' ').match(/tomorrow at the earliest\./gu)?.length).toBe(plan.shares.pools.length);
  }
});

test('where there is no pool, nothing is said of pools', () => {
  const plan = planOf([aBudget({ scope: { kind: 'default' } })]);

  for (const told of toldOf(plan)) {
    expect(told).not.toMatch(/Pools|strict pools/u);
  }
});

test('users who cannot be capped are named with the credits that they used of strict pools', () => {
  const users = [...names.map((userId) => ({ userId, email: `${userId}@acme.example` })), { userId: 'nobody' }];
  const plan = planOf([forWeb], { users, usage: someUsage({ ann: 90, nobody: 70 }) });

  for (const told of toldOf(plan)) {
    expect(told).toContain('70 of team web, month');
  }
});

test('what they used of a pool that may be passed is not at stake', () => {
  const users = [{ userId: 'nobody' }];
  const lax = { ...forWeb, guarantee: { kind: 'overcommit', factor: 1.2 } } as const;
  const plan = planOf([lax], { users, usage: someUsage({ nobody: 70 }) });

  for (const told of toldOf(plan)) {
    expect(told).not.toContain('of team web, month');
  }
});
