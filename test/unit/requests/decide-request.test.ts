import { describe, expect, test } from 'vitest';

import {
  decideRequest,
  describeStatus,
  withdrawRequest,
  type RequestOrder,
} from '../../../shared/requests/decide-request.ts';
import { requestStates } from '../../../shared/requests/request.ts';
import { aRequest } from '../../support/requests.ts';

const at = '2026-03-15T10:00:00.000Z';
const lead = { name: 'lead@acme.example', at };

describe('the reason of a decision', () => {
  const reasonOf = (order: RequestOrder) => {
    const outcome = decideRequest(aRequest(), order, lead);
    return outcome.kind === 'decided' ? outcome.request.decision?.reason : outcome.because;
  };

  test.each<{ readonly what: string; readonly order: RequestOrder; readonly reason: string | undefined }>([
    { what: 'is kept without the spaces around it', order: { verdict: 'deny', reason: ' later ' }, reason: 'later' },
    { what: 'may be left out by who gives', order: { verdict: 'approve' }, reason: undefined },
    { what: 'may be blank where something is given', order: { verdict: 'approve', reason: '  ' }, reason: undefined },
    { what: 'is kept where something is given', order: { verdict: 'approve', reason: 'ok' }, reason: 'ok' },
    {
      what: 'has 300 characters at most',
      order: { verdict: 'deny', reason: 'x'.repeat(300) },
      reason: 'x'.repeat(300),
    },
    { what: 'has no more', order: { verdict: 'deny', reason: 'x'.repeat(301) }, reason: 'reason' },
    { what: 'has no more, of an approval', order: { verdict: 'approve', reason: 'x'.repeat(301) }, reason: 'reason' },
    { what: 'holds nothing that cannot be printed', order: { verdict: 'deny', reason: 'a\u202Eb' }, reason: 'reason' },
  ])('$what', ({ order, reason }) => {
    expect(reasonOf(order)).toBe(reason);
  });

  test('is absent, and not empty, where none was given', () => {
    const outcome = decideRequest(aRequest(), { verdict: 'approve', reason: ' ' }, lead);

    expect(outcome).not.toHaveProperty('request.decision.reason');
  });
});

test.each([
  { credits: 1, kind: 'decided' },
  { credits: 5_000, kind: 'decided' },
  { credits: 0, kind: 'refused' },
  { credits: -1, kind: 'refused' },
  { credits: 1.5, kind: 'refused' },
  { credits: Number.NaN, kind: 'refused' },
  { credits: 5_001, kind: 'refused' },
])('$credits of the 5,000 credits asked for: $kind', ({ credits, kind }) => {
  const outcome = decideRequest(aRequest({ credits: 5_000 }), { verdict: 'approve', credits }, lead);

  expect(outcome.kind).toBe(kind);
  expect(outcome.kind === 'refused' ? outcome.problem : '1 to 5000').toContain('1 to 5000');
});

test('a refusal says what became of the request, and by whom where that is known', () => {
  const problemOf = (said: Parameters<typeof aRequest>[0]) => {
    const outcome = decideRequest(aRequest(said), { verdict: 'approve' }, lead);
    return outcome.kind === 'refused' ? outcome.problem : undefined;
  };

  expect(problemOf({ state: 'less', decision: { by: 'boss', at } })).toMatch(/with less .*by boss/u);
  expect(problemOf({ state: 'denied' })).toMatch(/denied .*by an approver/u);
});

test('what is taken back names whoever asked, and when', () => {
  const request = aRequest();

  expect(withdrawRequest(request, at)).toEqual({
    ...request,
    state: 'withdrawn',
    decision: { by: request.email, at },
    version: request.version + 1,
  });
});

test('each status has words of its own', () => {
  expect([...requestStates, 'expired' as const].map(describeStatus)).toEqual([
    'undecided',
    'approved',
    'approved with less',
    'denied',
    'withdrawn',
    'expired',
  ]);
});
