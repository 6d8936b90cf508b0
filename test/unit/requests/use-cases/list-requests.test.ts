import { describe, expect, test } from 'vitest';

import {
  listRequests,
  requestDocument,
  showRequestImpact,
} from '../../../../shared/requests/use-cases/list-requests.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { at, atMs, herRequest, requestTables, settings } from './requests-tables.ts';

const decision = { by: 'boss', at: '2026-03-14T10:00:00.000Z', credits: 200, topUpId: 't' };

test('requests of this month and the one before are listed, the newest first, and only open ones unless all are wanted', async () => {
  const { ports, store } = await requestTables();
  await store(herRequest({ id: '2026-03-a', askedAt: '2026-03-12T09:00:00.000Z' }));
  await store(herRequest({ id: '2026-03-b', askedAt: '2026-03-14T09:00:00.000Z' }));
  await store(herRequest({ id: '2026-03-c', askedAt: '2026-03-13T09:00:00.000Z' }));
  await store(herRequest({ id: '2026-03-d', askedAt: '2026-03-11T09:00:00.000Z', state: 'approved', decision }));
  await store(herRequest({ id: '2026-02-e', askedAt: '2026-02-20T09:00:00.000Z' }));
  await store(herRequest({ id: '2026-01-f', askedAt: '2026-01-20T09:00:00.000Z' }));
  const listed = async (all: boolean) => (await listRequests(ports, { atMs, all })).map(({ id }) => id.slice(-1));

  expect(await listed(false)).toEqual(['b', 'c', 'a']);
  expect(await listed(true)).toEqual(['b', 'c', 'a', 'd', 'e']);
});

describe('what a request would do', () => {
  /** Ann and Bob draw on a pool of 1,300 of which limits let them use 1,000. */
  async function full() {
    const tables = await requestTables();
    tables.ports.teams.writeByHand({ name: 'web', members: ['*@acme.example'], position: 1 });
    tables.ports.budgets.writeByHand({ scope: 'team:web', window: 'month', amount: 1_000, version: 1 });
    await tables.ports.limits.put(
      ['ann', 'bob'].map((userId) => aConfirmedLimit(userId, 500)),
      0,
    );
    return tables;
  }

  test('is told for each way in which it can be approved', async () => {
    const { ports } = await full();

    const { ways, lines, team } = await showRequestImpact(ports, settings, { request: herRequest(), atMs });

    expect(ways.map(({ pools }) => pools)).toEqual(['as-budgeted', 'within', 'raise']);
    expect(ways[2]?.label).toContain('team:web');
    expect(lines).toHaveLength(ways.flatMap((way) => way.lines).length);
    expect(lines[0]).toBe(`${ways[0]?.label ?? ''}: ${ways[0]?.lines[0] ?? ''}`);
    expect(team).toBe('web');
  });

  test('needs no names of ways where there is one', async () => {
    const { ports } = await requestTables();

    const { ways, lines } = await showRequestImpact(ports, settings, { request: herRequest(), atMs });

    expect(ways.map(({ pools }) => pools)).toEqual(['as-budgeted']);
    expect(lines).toEqual(ways[0]?.lines);
  });

  test('counts what the same person was given in this month', async () => {
    const { ports, store } = await requestTables();
    const given = { state: 'approved', decision } as const;
    await store(herRequest({ id: '2026-03-a', ...given }));
    await store(herRequest({ id: '2026-03-b', ...given, decision: { ...decision, credits: 50 } }));
    await store(herRequest({ id: '2026-03-c', email: 'bob@acme.example', ...given }));
    await store(herRequest({ id: '2026-03-d', state: 'denied', decision: { by: 'boss', at: decision.at } }));
    await store(herRequest({ id: '2026-03-e' }));
    await store(herRequest({ id: '2026-02-f', ...given, decision: { ...decision, at: '2026-02-27T10:00:00.000Z' } }));

    const impact = await showRequestImpact(ports, settings, { request: herRequest(), atMs });

    expect(impact).toMatchObject({ givenCredits: 250, givenCount: 2, team: 'web' });
  });

  test('is without a team for whoever is in none', async () => {
    const { ports } = await requestTables();
    const request = herRequest({ userId: 'bob', email: 'bob@acme.example' });

    expect((await showRequestImpact(ports, settings, { request, atMs })).team).toBeUndefined();
  });
});

test('the document of a request has all that is known of it, and null for what is not', () => {
  const about = { scope: 'team:web', window: 'month', through: '2026-03-31' } as const;
  const decided = herRequest({ state: 'approved', about, decision: { ...decision, reason: 'ok' } });
  const asked = {
    id: '2026-03-aaaa',
    email: 'ann@acme.example',
    credits: 300,
    until: '2026-03-31',
    reason: 'release week',
    askedAt: '2026-03-15T09:00:00.000Z',
  };

  expect(requestDocument(decided, at)).toEqual({
    ...asked,
    status: 'approved',
    about,
    decidedBy: 'boss',
    decidedAt: decision.at,
    because: 'ok',
    given: 200,
    topUp: 't',
    effect: null,
  });
  expect(requestDocument(herRequest(), at)).toEqual({
    ...asked,
    status: 'asked',
    about: null,
    decidedBy: null,
    decidedAt: null,
    because: null,
    given: null,
    topUp: null,
    effect: null,
  });
  expect(requestDocument(herRequest({ about: { window: 'week', through: '2026-03-15' } }), at).about).toEqual({
    scope: null,
    window: 'week',
    through: '2026-03-15',
  });
});
