import { expect, test } from 'vitest';
import { heldForMs, isSameProposal, planStatus, type HeldPlan } from '../../../../shared/domain/plans/held-plan.ts';

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
  expect(isSameProposal({ ...plan, summary }, { summary: { ...summary, ...said } })).toBe(isSame);
});

test('a plan that an earlier version kept is never the same matter', () => {
  expect(isSameProposal(plan, { summary })).toBe(false);
});
