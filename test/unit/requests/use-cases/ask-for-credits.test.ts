import { describe, expect, test } from 'vitest';

import { StaleRecordError } from '../../../../shared/kernel/records/ports.ts';
import type { RequestRuleTerms } from '../../../../shared/requests/request-rule.ts';
import { askForCredits, withdrawCreditRequest } from '../../../../shared/requests/use-cases/ask-for-credits.ts';
import { at, atMs, herRequest, requestTables, settings } from './requests-tables.ts';

type Tables = Awaited<ReturnType<typeof requestTables>>;

const ask = { credits: 300, until: '2026-03-31', reason: 'release week' };
const rule: RequestRuleTerms = { name: 'small', creditsMax: 1_000, personMonthMax: 1_000, pools: 'within' };

async function asked({ ports }: Tables, said: Partial<typeof ask> = {}, id = '2026-03-asked') {
  const asking = { id, userId: 'ann', email: 'ann@acme.example' };
  return askForCredits(ports, settings, { ask: { ...ask, ...said }, asking });
}

test('whoever asks waits for a decision where there is no rule', async () => {
  const tables = await requestTables();

  const outcome = await asked(tables);

  expect(outcome).toMatchObject({ kind: 'asked', request: { state: 'asked', askedAt: at, credits: 300, version: 1 } });
  expect(await tables.ports.requests.find('2026-03-asked')).toEqual(outcome.kind === 'asked' && outcome.request);
  expect(await tables.grants()).toEqual([]);
});

test('a link asks once: its second use shows the request that there is', async () => {
  const tables = await requestTables();
  await asked(tables);

  expect(await asked(tables, { credits: 900 })).toMatchObject({ kind: 'known', request: { credits: 300 } });
});

test('what is wrong is refused, and nothing is stored', async () => {
  const tables = await requestTables();

  expect(await asked(tables, { credits: 0 })).toMatchObject({ kind: 'refused', problems: [{ field: 'credits' }] });
  expect(await tables.ports.requests.list(['2026-03'])).toEqual([]);
});

test('nobody has more than two undecided requests, whatever others have asked for', async () => {
  const tables = await requestTables();
  for (const id of ['2026-03-b1', '2026-03-b2']) {
    await tables.store(herRequest({ id, email: 'bob@acme.example' }));
  }
  expect((await asked(tables)).kind).toBe('asked');

  await tables.store(herRequest({ id: '2026-03-a1' }));
  expect((await asked(tables, {}, '2026-03-third')).kind).toBe('refused');
});

test('who asks while somebody else does is told so', async () => {
  const tables = await requestTables();
  const { leases } = tables.ports;
  await leases.acquire('requests/asking', { owner: 'other', nowMs: atMs, durationMs: 1_000 });

  expect(await asked(tables)).toEqual({ kind: 'busy' });
});

describe('a rule', () => {
  test('approves at once, and the top-up is within the pools where the rule says so', async () => {
    const tables = await requestTables([rule]);

    expect(await asked(tables)).toMatchObject({
      kind: 'asked',
      request: { state: 'approved', version: 1, decision: { by: 'rule small', at, rule: 'small', credits: 300 } },
    });
    expect(await tables.grants()).toMatchObject([{ kind: 'top-up', credits: 300, withinPool: true }]);
  });

  test('gives in the name of who set it last, as the journal has it', async () => {
    const tables = await requestTables([rule]);
    const { records } = await tables.ports.rules.list();

    await asked(tables);

    const day = at.slice(0, 10);
    expect(await tables.ports.journal.list({ from: day, through: day }, 9, ['top-up-added'])).toMatchObject([
      { actor: 'rule small', detail: { ruleSetBy: records[0]?.updatedBy } },
    ]);
  });

  test('that gives less leaves the request to whoever decides', async () => {
    const tables = await requestTables([{ ...rule, creditsMax: 299 }]);

    expect(await asked(tables)).toMatchObject({ kind: 'asked', request: { state: 'asked' } });
    expect(await tables.grants()).toEqual([]);
  });

  test('for a team is for its members', async () => {
    const [web, others] = await Promise.all(
      ['web', 'ops'].map(async (team) => requestTables([{ ...rule, teams: [team] }])),
    );

    expect(web && (await asked(web))).toMatchObject({ request: { state: 'approved' } });
    expect(others && (await asked(others))).toMatchObject({ request: { state: 'asked' } });
  });

  test('for a team is for nobody who is in none, or not on the roster', async () => {
    const tables = await requestTables([{ ...rule, teams: ['web'] }]);
    const order = (userId: string) => ({
      ask,
      asking: { id: `2026-03-${userId}`, userId, email: `${userId}@acme.example` },
    });

    expect(await askForCredits(tables.ports, settings, order('bob'))).toMatchObject({
      request: { state: 'asked' },
    });
    expect(await askForCredits(tables.ports, settings, order('zoe'))).toMatchObject({
      request: { state: 'asked' },
    });
  });
});

describe('a request is taken back', () => {
  test('while it waits for a decision, and not afterwards', async () => {
    const tables = await requestTables();
    const request = herRequest();
    await tables.store(request);

    const withdrawn = await withdrawCreditRequest(tables.ports, request);

    expect(withdrawn).toMatchObject({ state: 'withdrawn', decision: { by: 'ann@acme.example', at }, version: 2 });
    expect(await tables.ports.requests.find(request.id)).toEqual(withdrawn);
    expect(withdrawn && (await withdrawCreditRequest(tables.ports, withdrawn))).toBeUndefined();
  });

  test('not when it is decided at the same moment; another error is passed on', async () => {
    const { ports } = await requestTables();
    const failing = (error: Error) => ({
      ...ports,
      requests: { ...ports.requests, put: async () => Promise.reject(error) },
    });

    expect(await withdrawCreditRequest(failing(new StaleRecordError('moved')), herRequest())).toBeUndefined();
    await expect(withdrawCreditRequest(failing(new Error('away')), herRequest())).rejects.toThrow('away');
  });
});
