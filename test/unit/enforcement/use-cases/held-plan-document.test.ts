import { expect, test } from 'vitest';

import type { HeldPlan } from '../../../../shared/enforcement/held-plan.ts';
import { heldPlanDocument } from '../../../../shared/enforcement/use-cases/held-plan-document.ts';

const nowMs = Date.parse('2026-03-15T10:00:00.000Z');

const bare: HeldPlan = {
  planId: 'p-1',
  at: '2026-03-15T02:30:00.000Z',
  heldAt: '2026-03-15T02:31:00.000Z',
  expiresAt: '2026-03-16T02:31:00.000Z',
  runId: 'run-1',
  detail: 'it reaches far',
  changesCount: 2,
  changes: [],
};
const facts = {
  plan: 'p-1',
  status: 'held',
  reason: 'it reaches far',
  since: '2026-03-15T02:31:00.000Z',
  until: '2026-03-16T02:31:00.000Z',
  run: 'run-1',
  changes: 2,
};

test('a plan of which little was kept is shown with null and nothing in the place of the rest', () => {
  expect(heldPlanDocument(bare, nowMs)).toEqual({
    ...facts,
    total: null,
    decision: null,
    rejectedBefore: null,
    replacedBy: null,
    teams: [],
    teamsCount: 0,
    stopped: [],
    freed: [],
    largest: [],
    rows: [],
    pools: [],
    released: [],
    warnings: [],
    moved: null,
  });
});

test('a plan is shown with all that was kept of it, and with what moved since', () => {
  const counts = { users: 3, beforeCredits: 10, afterCredits: 5, raised: 0, lowered: 3, stopped: 1, freed: 2 };
  const shownCounts = { users: 3, before: 10, after: 5, raised: 0, lowered: 3, stopped: 1, freed: 2 };
  const change = { email: 'ann@acme.example', toCredits: 5, reason: 'raised' } as const;
  const pool = {
    scope: 'org',
    window: 'month',
    amountCredits: 100,
    usedCredits: 40,
    leftCredits: 60,
    promised: 'kept',
  } as const;
  const march = { from: '2026-03-01', through: '2026-03-31' };
  const verdict = { kind: 'kept', words: 'kept', detail: 'Guaranteed.' } as const;
  const decision = { kind: 'rejected', by: 'ada', at: '2026-03-15T09:00:00.000Z' } as const;
  const released = [{ emails: ['ann@acme.example'], by: 'ada', at: '2026-03-15T08:00:00.000Z' }];
  const plan: HeldPlan = {
    ...bare,
    changes: [{ ...change, fromCredits: 9 }],
    summary: {
      total: counts,
      teams: [{ ...counts, team: 'web' }, counts],
      teamsCount: 7,
      stoppedEmails: ['s'],
      freedEmails: ['f'],
      largest: [change],
      pools: [{ ...pool, ...march, allowedCredits: 120, worstCaseCredits: 90, runwayDays: 4, verdict }, pool],
    },
    replacedBy: 'p-2',
    rejectedBefore: { planId: 'p-0', by: 'bob', at: '2026-03-14T09:00:00.000Z' },
    released,
    decision,
  };
  const edit = { at: '2026-03-15T07:00:00.000Z', kind: 'budget-changed', actor: 'ada', detail: {} } as const;
  const warnings = [
    { kind: 'held', text: 'w' },
    { kind: 'held', scope: 'org', text: 'v' },
  ] as const;
  const moves = {
    planId: 'p-3',
    edits: [
      { ...edit, id: '1', subject: 'org/month' },
      { ...edit, id: '2' },
    ],
    warnings,
  };
  const shownPool = { scope: 'org', window: 'month', amount: 100, used: 40, left: 60, promised: 'kept' };
  const shownEdit = { at: '2026-03-15T07:00:00.000Z', kind: 'budget-changed', by: 'ada' };

  expect(heldPlanDocument(plan, nowMs, moves as never)).toEqual({
    ...facts,
    status: 'rejected',
    total: shownCounts,
    decision,
    rejectedBefore: { plan: 'p-0', by: 'bob', at: '2026-03-14T09:00:00.000Z' },
    replacedBy: 'p-2',
    teams: [
      { team: 'web', ...shownCounts },
      { team: null, ...shownCounts },
    ],
    teamsCount: 7,
    stopped: ['s'],
    freed: ['f'],
    largest: [{ email: 'ann@acme.example', from: null, to: 5, reason: 'raised' }],
    rows: [{ email: 'ann@acme.example', from: 9, to: 5, reason: 'raised' }],
    pools: [
      { ...shownPool, ...march, allowed: 120, worstCase: 90, runwayDays: 4, verdict },
      { ...shownPool, from: null, through: null, allowed: 100, worstCase: null, runwayDays: null, verdict: null },
    ],
    released,
    warnings: [
      { kind: 'held', scope: null, text: 'w' },
      { kind: 'held', scope: 'org', text: 'v' },
    ],
    moved: {
      now: 'p-3',
      isSame: false,
      edits: [
        { ...shownEdit, subject: 'org/month' },
        { ...shownEdit, subject: '' },
      ],
    },
  });
  expect(heldPlanDocument(plan, nowMs, { planId: 'p-1', edits: [], warnings: [] }).moved?.isSame).toBe(true);
});
