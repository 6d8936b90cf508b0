import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, describe, expect, test, vi } from 'vitest';

import { callerOfClaims, callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { newAdmission } from '../../../../shared/kernel/api/http/admission.ts';
import { httpApi } from '../../../../shared/kernel/api/http/http-api.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';

test('lets so many in at once, the others in the order in which they came, and refuses whoever is too much', async () => {
  const enter = newAdmission({ atOnceMax: 2, waitingMax: 2, waitMsMax: 60_000 });
  const order: number[] = [];
  const calls = [1, 2, 3, 4].map(async (number) => {
    const leave = await enter();
    order.push(number);
    return leave;
  });
  await turn();

  expect(order).toEqual([1, 2]);
  expect(await enter()).toBeUndefined();

  const first = await calls[0];
  first?.();
  first?.();
  await turn();

  // Ended twice it counts once.
  expect(order).toEqual([1, 2, 3]);
});

test('whoever waits too long is refused, and takes no place later', async () => {
  const enter = newAdmission({ atOnceMax: 1, waitingMax: 5, waitMsMax: 10 });
  const leave = await enter();

  expect(await enter()).toBeUndefined();

  leave?.();
  expect(await enter()).toBeDefined();
  expect(await enter()).toBeUndefined();
});

describe('the admin API', () => {
  // What is imported on the way takes its time.
  const patience = { timeout: 50_000 };

  afterEach(() => void vi.useRealTimers());

  const settings = Settings.parse({});

  /** An installation whose tables never answer. */
  const silent = new Proxy({}, { get: () => async () => new Promise(() => {}) });
  const stores = ['budgets', 'teams', 'grants', 'users', 'ledger', 'runs', 'journal'].map((name) => [name, silent]);
  const hanging = { ...Object.fromEntries(stores), readSettings: () => settings } as unknown as Installation;

  test('says that it is busy and when to ask again, and goes on to take edits while readers wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const app = httpApi({
      installation: hanging,
      now: () => Date.parse('2026-03-15T08:00:00Z'),
      identify: () => callerOfMachine('ada'),
      onError: () => {},
    });
    let answered = 0;
    const refused: Response[] = [];
    for (let reader = 0; reader < 1_000; reader += 1) {
      // Each asks something of its own: the same is read once for all.
      const at = new Date(Date.parse('2026-03-14T08:00:00Z') + reader).toISOString();
      void Promise.resolve(app.request(`/api/usage?at=${at}`)).then((response) => {
        answered += 1;
        refused.push(response);
      });
    }
    while (answered <= 800) {
      await turn();
    }

    const edit = await app.request('/api/usage', { method: 'PUT', body: '{}' });

    expect(answered).toBeGreaterThan(800);
    expect(answered).toBeLessThan(1_000);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused[0]?.headers.get('Retry-After')).toBe('1');
    expect(await refused[0]?.json()).toMatchObject({ type: 'urn:curfew:problem:busy' });
    expect(edit.status).toBe(405);

    await vi.advanceTimersByTimeAsync(5_000);
    // Those that waited are answered, too; a few are at work.
    expect(answered).toBeGreaterThan(980);
  });

  /** An installation whose settings are slow to show; each reading is counted, and says which setting it found. */
  function aSlowApi() {
    const held: (() => void)[] = [];
    let [readings, sender] = [0, 'a@x.example'];
    const installation = {
      readSettings: () => Settings.parse({ roles: { viewers: ['ann@x.example', 'bob@x.example'] }, mailFrom: sender }),
      sessionPolicies: {
        async list() {
          readings += 1;
          const found = sender;
          await new Promise<void>((resolve) => held.push(resolve));
          return { records: [], invalid: [{ key: found, problem: 'none' }] };
        },
      },
    };
    const app = httpApi({
      installation: installation as unknown as Installation,
      now: () => 0,
      identify: (context) =>
        callerOfClaims({
          sub: 'x',
          email: `${context.req.header('x-caller') ?? 'ann'}@x.example`,
          emailVerified: true,
        }),
      onError: () => {},
    });
    const get = async (by = 'ann') => app.request('/api/records/policies', { headers: { 'x-caller': by } });
    const letGo = async () => {
      await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), patience);
      held.splice(0).forEach((go) => go());
    };
    return { get, letGo, readings: () => readings, edit: (to: string) => (sender = to), held };
  }

  test('makes the same reads of one caller once for all who came before it began, and for nobody else', async () => {
    const { get, letGo, readings, held } = aSlowApi();
    const busy = [get('ann'), get('ann'), get('ann'), get('bob'), get('bob')];
    await vi.waitFor(() => expect(held.length).toBe(2), patience);
    const waiting = Array.from({ length: 300 }, async () => get('ann'));
    await letGo();

    const late = Promise.all(waiting);
    await letGo();
    const answers = [...(await Promise.all(busy)), ...(await late)];

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(readings()).toBeLessThan(6);
  });

  test('gives nobody what was read before they asked', async () => {
    const { get, letGo, edit, held } = aSlowApi();
    const before = get();
    await vi.waitFor(() => expect(held.length).toBe(1), patience);
    edit('b@x.example');
    const after = get();
    await vi.waitFor(() => expect(held.length).toBe(2), patience);
    await letGo();

    expect(await (await before).text()).toContain('a@x.example');
    expect(await (await after).text()).toContain('b@x.example');
  });
});
