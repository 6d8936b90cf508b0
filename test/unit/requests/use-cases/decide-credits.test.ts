import { expect, test } from 'vitest';

import { callerOfLink, callerOfMachine, type Caller } from '../../../../shared/kernel/access/caller.ts';
import { StaleRecordError } from '../../../../shared/kernel/records/ports.ts';
import { decideCredits } from '../../../../shared/requests/use-cases/decide-credits.ts';
import { requestDocument } from '../../../../shared/requests/use-cases/list-requests.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { at, herRequest, requestTables, settings } from './requests-tables.ts';

type Tables = Awaited<ReturnType<typeof requestTables>>;

async function decided(ports: Tables['ports'], said: Partial<Parameters<typeof decideCredits>[2]> = {}) {
  const order = { id: herRequest().id, order: { verdict: 'approve' }, pools: 'as-budgeted' } as const;
  return decideCredits(ports, settings, { ...order, caller: callerOfMachine('ada'), ...said });
}

async function asked(): Promise<Tables> {
  const tables = await requestTables();
  await tables.store(herRequest());
  return tables;
}

test('an approval gives a top-up from today through the day that was asked for', async () => {
  const { ports, grants } = await asked();

  expect(await decided(ports)).toMatchObject({
    kind: 'decided',
    request: { state: 'approved', decision: { by: 'ada', at, credits: 300 }, version: 2 },
  });
  expect(await grants()).toMatchObject([
    {
      kind: 'top-up',
      id: 'request-2026-03-aaaa',
      scope: { kind: 'user', email: 'ann@acme.example' },
      credits: 300,
      from: '2026-03-15',
      to: '2026-03-31',
      createdBy: 'ada',
      createdAt: at,
    },
  ]);
  expect((await ports.requests.find(herRequest().id))?.state).toBe('approved');
});

test('an approval with less gives that much', async () => {
  const { ports, grants } = await asked();

  expect(await decided(ports, { order: { verdict: 'approve', credits: 120 } })).toMatchObject({
    request: { state: 'less' },
  });
  const [given] = await grants();
  expect(given).toMatchObject({ credits: 120 });
  // No pool is asked: there is nothing to note of what could be used before.
  expect(given).not.toHaveProperty('usableBefore');
});

test('an approval tells what of it can be used now, and why not all', async () => {
  const { ports } = await asked();
  ports.budgets.writeByHand({ scope: 'team:web', window: 'month', amount: 500, version: 1 });
  await ports.limits.put([aConfirmedLimit('ann', 500)], 0);

  const outcome = await decided(ports, { acceptIdle: true });
  const request = await ports.requests.find(herRequest().id);

  const because = 'the budget of team web has no more to give now';
  expect(outcome).toMatchObject({ request: { decision: { effect: { nowCredits: 0, because } } } });
  expect(request === undefined ? undefined : requestDocument(request, at).effect).toBe(
    `0 of it can be used now: ${because}.`,
  );
});

test('an approval that gives no one anything is refused until that is accepted, and changes nothing', async () => {
  const { ports, grants } = await asked();
  ports.budgets.writeByHand({ scope: 'team:web', window: 'month', amount: 500, version: 1 });
  await ports.limits.put([aConfirmedLimit('ann', 500)], 0);

  expect(await decided(ports)).toMatchObject({ kind: 'refused', because: 'idle' });
  expect(await grants()).toEqual([]);
  expect(await decided(ports, { acceptIdle: true })).toMatchObject({ kind: 'decided' });
});

test('a refusal gives nothing', async () => {
  const { ports, grants } = await asked();

  expect(await decided(ports, { order: { verdict: 'deny', reason: 'later' } })).toMatchObject({
    kind: 'decided',
    request: { state: 'denied' },
  });
  expect(await grants()).toEqual([]);
});

test('a request that is not there is said to be none', async () => {
  expect(await decided((await asked()).ports, { id: '2026-03-none' })).toEqual({ kind: 'not-there' });
});

test.for<{ readonly who: string; readonly caller: Caller; readonly result: object }>([
  { who: 'the owner of the team', caller: callerOfLink('lead@acme.example'), result: { kind: 'decided' } },
  { who: 'an approver', caller: callerOfLink('boss@acme.example'), result: { kind: 'decided' } },
  {
    who: 'somebody without a role',
    caller: callerOfLink('bob@acme.example'),
    result: { kind: 'refused', because: 'not-allowed' },
  },
  {
    who: 'whoever asked',
    caller: callerOfLink('ann@acme.example'),
    result: { kind: 'refused', because: 'not-allowed' },
  },
])('$who decides as their role allows', async ({ caller, result }) => {
  const { ports, grants } = await asked();

  expect(await decided(ports, { caller })).toMatchObject(result);
  expect(await grants()).toHaveLength('because' in result ? 0 : 1);
});

test('who owns another team decides nothing', async () => {
  const { ports } = await requestTables();
  const request = herRequest({ userId: 'bob', email: 'bob@acme.example' });
  await ports.requests.put(request, { id: 'e', at, kind: 'request-asked', actor: 'bob', detail: {} });

  expect(await decided(ports, { caller: callerOfLink('lead@acme.example') })).toMatchObject({
    kind: 'refused',
    because: 'not-allowed',
  });
});

test('a request that is decided already is refused with that', async () => {
  const { ports, grants } = await asked();
  await decided(ports);

  expect(await decided(ports)).toMatchObject({ kind: 'refused', because: 'decided' });
  expect(await grants()).toHaveLength(1);
});

test('of two who decide at one moment the second is refused; another error is passed on', async () => {
  const { ports } = await asked();
  const failing = (error: Error) => ({
    ...ports,
    requests: { ...ports.requests, put: async () => Promise.reject(error) },
  });

  expect(await decided(failing(new StaleRecordError('moved')))).toMatchObject({ kind: 'refused', because: 'decided' });
  await expect(decided(failing(new Error('away')))).rejects.toThrow('away');
});
