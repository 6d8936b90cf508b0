import { describe, expect, test } from 'vitest';

import {
  monthOfRequest,
  newsOf,
  requestEntry,
  requestStatus,
  type CreditRequest,
} from '../../../shared/requests/request.ts';
import { aRequest } from '../../support/requests.ts';

const askedAt = '2026-03-10T23:59:59.999Z';
const lasting = { askedAt, until: '2026-05-01' } as const;

describe('the status of a request', () => {
  test.each<{ readonly said: Partial<CreditRequest>; readonly at: string; readonly status: string }>([
    { said: { askedAt, until: '2026-03-15' }, at: '2026-03-15T23:59:59.999Z', status: 'asked' },
    { said: { askedAt, until: '2026-03-15' }, at: '2026-03-16T00:00:00.000Z', status: 'expired' },
    { said: lasting, at: '2026-03-24T23:59:59.999Z', status: 'asked' },
    { said: lasting, at: '2026-03-25T00:00:00.000Z', status: 'expired' },
    { said: { ...lasting, state: 'approved' }, at: '2026-06-01T00:00:00.000Z', status: 'approved' },
    { said: { ...lasting, state: 'denied' }, at: '2026-06-01T00:00:00.000Z', status: 'denied' },
  ])('$said at $at is $status: open through its last day, and through 14 days at most', ({ said, at, status }) => {
    expect(requestStatus(aRequest(said), at)).toBe(status);
  });
});

describe('what there is to report of a request', () => {
  test.each<{ readonly said: Partial<CreditRequest>; readonly at: string; readonly news: string }>([
    { said: { version: 3 }, at: '2026-03-12T23:59:59.999Z', news: '3' },
    { said: { version: 3 }, at: '2026-03-13T00:00:00.000Z', news: '3-waiting' },
    { said: { version: 3 }, at: '2026-03-25T00:00:00.000Z', news: '3-expired' },
    { said: { version: 4, state: 'denied' }, at: '2026-03-25T00:00:00.000Z', news: '4' },
  ])('at $at it is $news', ({ said, at, news }) => {
    expect(newsOf(aRequest({ ...lasting, ...said }), at)).toBe(news);
  });
});

test('a request is found by the month that its id begins with', () => {
  expect(monthOfRequest('2026-03-aaaa')).toBe('2026-03');
});

describe('the journal entry of a request', () => {
  const decided = { by: 'lead@acme.example', at: '2026-03-16T08:00:00.000Z' };

  test('names who asked, for how much, until when and why, while nobody has decided', () => {
    const request = aRequest({ ...lasting, about: { window: 'month', through: '2026-03-31' } });

    expect(requestEntry(request, 'w1')).toEqual({
      id: `request/${request.id}/1/w1`,
      at: askedAt,
      kind: 'request-asked',
      actor: request.email,
      subject: `user:${request.email}`,
      detail: {
        request: request.id,
        state: 'asked',
        credits: request.credits,
        until: '2026-05-01',
        reason: request.reason,
        about: { window: 'month', through: '2026-03-31' },
        version: 1,
      },
    });
  });

  test('names who decided, when, what was given, by which rule and as which top-up', () => {
    const decision = { ...decided, credits: 400, reason: 'half', rule: 'small', topUpId: 'request-x' };
    const entry = requestEntry(aRequest({ state: 'less', decision, version: 2 }), 'w2');

    expect(entry).toMatchObject({ kind: 'request-decided', actor: decided.by, at: decided.at });
    expect(entry.detail).toMatchObject({
      state: 'less',
      about: null,
      given: 400,
      why: 'half',
      rule: 'small',
      topUp: 'request-x',
      version: 2,
    });
  });

  test.each<{ readonly state: CreditRequest['state']; readonly kind: string }>([
    { state: 'approved', kind: 'request-decided' },
    { state: 'denied', kind: 'request-decided' },
    { state: 'withdrawn', kind: 'request-withdrawn' },
  ])('of one that is $state is of the kind $kind, and what was not given is null', ({ state, kind }) => {
    const entry = requestEntry(aRequest({ state, decision: decided }), 'w3');

    expect(entry.kind).toBe(kind);
    expect(entry.detail).toMatchObject({ given: 0, why: null, rule: null, topUp: null });
  });
});
