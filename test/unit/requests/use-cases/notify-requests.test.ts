import { expect, test } from 'vitest';

import { notifyRequests } from '../../../../shared/requests/use-cases/notify-requests.ts';
import { atMs, herRequest, requestTables, settings } from './requests-tables.ts';

type Tables = Awaited<ReturnType<typeof requestTables>>;

const invitation = { userId: 'ann', email: 'ann@acme.example', at: '2026-03-15T09:00:00.000Z', by: 'ada' };
const decision = { by: 'boss', at: '2026-03-15T09:30:00.000Z' };

let runs = 0;

async function run(ports: Tables['ports'], said: Partial<typeof settings> = {}) {
  const order = { runId: `requests-${(runs += 1)}`, atMs, stopAtMs: Infinity };
  return notifyRequests(ports, { ...settings, ...said }, order);
}

function reportsIn({ alerts }: Tables['ports']): readonly string[] {
  return alerts
    .allNotifications()
    .map(({ notification }) => `${notification.recipient} ${notification.notificationId}`);
}

test('approvers are notified of a request once, and the run is complete', async () => {
  const { ports, store } = await requestTables();
  await store(herRequest());

  const { outcome } = await run(ports);
  const first = reportsIn(ports);
  await run(ports);

  expect(outcome).toMatchObject({ status: 'complete', isUnfinished: false, problems: [] });
  expect(first.map((text) => text.split(' ')[0])).toEqual(['boss@acme.example', 'lead@acme.example']);
  expect(reportsIn(ports)).toEqual(first);
  expect(await ports.requests.listNotified(['2026-03'])).toMatchObject([{ told: '1' }]);
  expect((await ports.runs.list('requests', 10)).map(({ job }) => job)).toEqual(['requests', 'requests']);
});

test('whoever asked is notified of the decision, and of a request that is over; nobody of one that was withdrawn', async () => {
  const { ports, store } = await requestTables();
  await store(herRequest({ id: '2026-03-a', state: 'denied', decision }));
  await store(herRequest({ id: '2026-03-b', email: 'bob@acme.example', userId: 'bob', until: '2026-03-14' }));
  await store(herRequest({ id: '2026-03-c', state: 'withdrawn', decision }));

  await run(ports);

  expect(reportsIn(ports).map((text) => text.split(' ')[0])).toEqual(['ann@acme.example', 'bob@acme.example']);
  expect((await ports.requests.listNotified(['2026-03'])).map(({ told }) => told)).toEqual(['1', '1-expired', '1']);
});

test('the invited are notified once, and wait for an address of the links', async () => {
  const { ports } = await requestTables();
  await ports.invitations.put([invitation]);
  const { doorUrl: _none, ...without } = settings;

  await notifyRequests(ports, without, { runId: 'requests-without', atMs, stopAtMs: Infinity });
  expect(reportsIn(ports)).toEqual([]);
  await run(ports);
  await run(ports);

  expect(reportsIn(ports)).toEqual([expect.stringContaining('ann@acme.example')]);
  expect(await ports.invitations.listNotified()).toMatchObject([{ isNotified: true }]);
});

test('what was notified of is not looked at again', async () => {
  const { ports, store } = await requestTables();
  await store(herRequest());
  await ports.invitations.put([invitation]);
  await run(ports);
  const marked: string[] = [];
  const note = async (what: string) => Promise.resolve(void marked.push(what));
  const requests = { ...ports.requests, markNotified: async () => note('request') };
  const invitations = { ...ports.invitations, markNotified: async () => note('invitation') };

  await run({ ...ports, requests, invitations });

  expect(marked).toEqual([]);
});

test('a run waits a minute for another one', async () => {
  const { ports } = await requestTables();
  let now = atMs;
  const waited: number[] = [];
  const steps = {
    ...ports.steps,
    wait: async (_name: string, ms: number) => {
      waited.push(ms);
      now += ms;
    },
  };
  await ports.leases.acquire('requests', { owner: 'other', nowMs: atMs, durationMs: 3_600_000 });

  const { outcome } = await run({ ...ports, steps, clock: { now: () => now } } as unknown as Tables['ports']);

  expect(outcome.status).toBe('held');
  expect(now - atMs).toBeGreaterThanOrEqual(60_000);
  expect(Math.min(...waited)).toBe(500);
});
