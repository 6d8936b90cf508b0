import { expect, test } from 'vitest';

import {
  heldForMs,
  isSameProposal,
  newestFirst,
  noPlan,
  planStatus,
  rejectionBefore,
  type HeldPlan,
} from '../../../shared/enforcement/held-plan.ts';
import { partOf } from '../../support/part-of.ts';

test.for([
  ['2026-03-15T02:30:00.000Z', 21.5],
  ['2026-03-15T00:00:00.000Z', 24],
  ['2026-03-15T23:59:00.000Z', 1 / 60],
] as const)('a plan as of %s may be approved through its UTC day: for %s hours', ([at, hours]) => {
  expect(heldForMs(at)).toBe(hours * 3_600_000);
});

const plan: HeldPlan = {
  planId: 'p-1',
  at: '2026-03-15T02:30:00.000Z',
  heldAt: '2026-03-15T02:31:00.000Z',
  expiresAt: '2026-03-16T00:01:00.000Z',
  runId: 'tonight',
  detail: 'it lowers 4 of 10 caps',
  changesCount: 4,
  changes: [],
};
const duringMs = Date.parse('2026-03-15T12:00:00.000Z');
const decision = { by: 'ada', at: plan.heldAt } as const;

test.for([
  ['held', {}, duringMs],
  ['expired', {}, Date.parse(plan.expiresAt)],
  ['replaced', { replacedBy: 'p-2' }, duringMs],
  ['approved', { decision: { kind: 'approved', ...decision }, replacedBy: 'p-2' }, duringMs],
  ['rejected', { decision: { kind: 'rejected', ...decision } }, Date.parse(plan.expiresAt)],
] as const)('a plan is %s', ([status, said, nowMs]) => {
  expect(planStatus({ ...plan, ...said }, nowMs)).toBe(status);
});

const total = { users: 20, beforeCredits: 9, afterCredits: 5, raised: 0, lowered: 10, stopped: 2, freed: 0 };
const summary = { total, teams: [], teamsCount: 0, stoppedEmails: ['ann', 'bob'], largest: [], pools: [] };

test.for([
  ['it does the same', {}, true],
  ['it stops fewer', { total: { ...total, stopped: 1 }, stoppedEmails: ['bob'] }, true],
  ['it stops somebody else', { stoppedEmails: ['ann', 'cem'] }, false],
  ['it stops more', { total: { ...total, stopped: 3 }, stoppedEmails: ['ann', 'bob', 'cem'] }, false],
  ['it lowers a tenth more', { total: { ...total, lowered: 11 } }, true],
  ['it lowers more than that', { total: { ...total, lowered: 12 } }, false],
  ['it raises limits too', { total: { ...total, raised: 1 } }, false],
] as const)('a plan is the matter that people know of where %s: %s', ([, said, isSame]) => {
  expect(isSameProposal({ ...plan, summary }, partOf({ summary: { ...summary, ...said } }))).toBe(isSame);
});

test('a plan that an earlier version kept is never the same matter', () => {
  expect(isSameProposal(plan, partOf({ summary }))).toBe(false);
});

test('a plan is never the same matter as one that an earlier version made', () => {
  expect(isSameProposal({ ...plan, summary }, partOf({}))).toBe(false);
});

test('where more were stopped than are named, who is stopped may differ, and how many may not', () => {
  const many = { ...summary, total: { ...total, stopped: 600 } };
  const others = { ...many, stoppedEmails: ['cem', 'dot'] };

  expect(isSameProposal({ ...plan, summary: many }, partOf({ summary: others }))).toBe(true);
  expect(
    isSameProposal({ ...plan, summary: many }, partOf({ summary: { ...others, total: { ...total, stopped: 601 } } })),
  ).toBe(false);
});

test('the plan that was held last comes first; of one moment the higher id does', () => {
  const at = (planId: string, heldAt: string): HeldPlan => ({ ...plan, planId, heldAt });
  const plans = [
    at('b', '2026-03-14T02:31:00.000Z'),
    at('a', '2026-03-16T02:31:00.000Z'),
    at('c', '2026-03-15T02:31:00.000Z'),
    at('d', '2026-03-15T02:31:00.000Z'),
  ];

  expect(newestFirst(plans).map(({ planId }) => planId)).toEqual(['a', 'd', 'c', 'b']);
});

test('the plan before is rejected when somebody rejected it, or one before that', () => {
  const rejectedBefore = { planId: 'p-0', by: 'eve', at: '2026-03-14T09:00:00.000Z' };
  const rejected = { kind: 'rejected', ...decision } as const;

  expect(rejectionBefore({ ...plan, decision: rejected, rejectedBefore })).toStrictEqual({
    planId: 'p-1',
    ...decision,
  });
  expect(rejectionBefore({ ...plan, rejectedBefore })).toBe(rejectedBefore);
  expect(rejectionBefore({ ...plan, rejectedBefore, replacedBy: 'p-2' })).toBe(rejectedBefore);
  expect(rejectionBefore(plan)).toBeUndefined();
});

test('nothing is rejected where no plan was, where one was approved, and where nothing waited in between', () => {
  const rejectedBefore = { planId: 'p-0', by: 'eve', at: '2026-03-14T09:00:00.000Z' };

  expect(rejectionBefore(undefined)).toBeUndefined();
  expect(rejectionBefore({ ...plan, rejectedBefore, replacedBy: noPlan })).toBeUndefined();
  expect(rejectionBefore({ ...plan, rejectedBefore, decision: { kind: 'approved', ...decision } })).toBeUndefined();
  expect(noPlan).toBe('none');
});
