import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { callerOfClaims } from '../../../../shared/kernel/access/caller.ts';
import { figuresAnswers } from '../../../../shared/kernel/api/figures-answers.ts';
import { httpApi } from '../../../../shared/kernel/api/http/http-api.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

const nowMs = Date.parse('2026-03-15T08:00:00Z');
const [viewer, lead] = ['cfo@acme.example', 'lead@acme.example'];
const settings = Settings.parse({ roles: { viewers: [viewer], teamOwners: { lab: [lead] } } });
const page = { 'curfew-figures': 'last' };

/** The API over a budget of 1,000 credits and the team of Ann; from `hold` on the limits are not read until `release`. */
async function someApi({ isLasting = true } = {}) {
  const tables = memoryTables();
  tables.budgets.writeByHand({ scope: 'default', window: 'month', amount: 1_000 });
  tables.teams.writeByHand({ name: 'lab', members: ['ann@acme.example'], position: 1 });
  await tables.users.put([{ userId: 'ann', email: 'ann@acme.example' }]);
  for (const day of daysOf({ from: '2026-03-01', through: '2026-03-14' })) {
    await tables.ledger.putDay(aLedgerDay({ day }));
  }
  let held: PromiseWithResolvers<void> | undefined;
  const limits = {
    ...tables.limits,
    list: async () => {
      await held?.promise;
      return tables.limits.list();
    },
  };
  const installation = { ...tables, limits, readSettings: () => settings } as unknown as Installation;
  const app = httpApi({
    installation,
    now: () => nowMs,
    identify: (context) => {
      const email = context.req.header('x-as') ?? viewer;
      return callerOfClaims({ sub: email, email, emailVerified: true });
    },
    ...(isLasting && { keep: { read: async () => Promise.resolve(), write: async () => Promise.resolve() } }),
    onError: (error) => {
      throw error;
    },
  });
  const get = async (path: string, headers = {}) => app.request(`/api${path}`, { headers });
  const amounts = async (response: Response): Promise<readonly unknown[]> => {
    const { rows } = (await response.json()) as { readonly rows: readonly { readonly amount: unknown }[] };
    return rows.map(({ amount }) => amount);
  };
  return {
    tables,
    installation,
    get,
    amounts,
    hold: () => {
      held = Promise.withResolvers();
    },
    release: () => held?.resolve(),
  };
}

test('while figures with an edit are made a page shows the edit, and the last figures with their moment', async () => {
  const { tables, get, amounts, hold, release } = await someApi();
  const before = await get('/budgets', page);
  hold();
  tables.budgets.writeByHand({ scope: 'default', window: 'month', amount: 2_000 });

  const meanwhile = await get('/budgets', page);
  const waiting = get('/budgets');
  release();
  await waiting;
  const after = await get('/budgets', page);

  expect(before.headers.get('curfew-figures')).toBeNull();
  expect(await amounts(meanwhile)).toEqual([2_000]);
  expect(meanwhile.headers.get('curfew-figures')).toMatch(/^at=2026-03-15T0\d:\d\d:\d\d\.\d+Z; newer-in=\d$/u);
  expect(after.headers.get('curfew-figures')).toBeNull();
  expect((await waiting).headers.get('curfew-figures')).toBeNull();
});

test('a caller sees older figures of the people alone who are theirs now', async () => {
  const { tables, get, hold } = await someApi();
  const asLead = { ...page, 'x-as': lead };
  const before = await get('/users/ann%40acme.example/explanation', asLead);
  hold();
  tables.teams.writeByHand({ name: 'lab', members: ['bob@acme.example'], position: 1 });

  const meanwhile = await get('/users/ann%40acme.example/explanation', asLead);

  expect([before.status, meanwhile.status]).toEqual([200, 404]);
});

test('callers with different rights get their own budgets from the same figures, and an edited one as it is now', async () => {
  const { tables, get, hold } = await someApi();
  for (const scope of ['team:lab', 'team:web']) {
    tables.budgets.writeByHand({ scope, window: 'month', amount: 5_000 });
  }
  const budgetsOf = async (who: string) => {
    const { rows } = (await (await get('/budgets', { ...page, 'x-as': who })).json()) as {
      readonly rows: readonly { readonly scope: string; readonly left: number }[];
    };
    return Object.fromEntries(rows.map(({ scope, left }) => [scope, left]));
  };
  const [all, own, again] = [await budgetsOf(viewer), await budgetsOf(lead), await budgetsOf(viewer)];
  hold();
  tables.budgets.writeByHand({ scope: 'team:lab', window: 'month', amount: 6_000 });

  expect(all).toEqual({ default: 1_000, 'team:lab': 5_000, 'team:web': 5_000 });
  expect(own).toEqual({ 'team:lab': 5_000 });
  expect(again).toEqual(all);
  expect(await budgetsOf(lead)).toEqual({ 'team:lab': 6_000 });
});

test('a page is told when to ask again while the first figures are made', async () => {
  const { get, hold } = await someApi();
  hold();

  const answers = await Promise.all([get('/budgets', page), get('/caps', page)]);

  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ type: 'urn:curfew:problem:computing' });
  }
});

test('where nothing goes on after an answer, each page waits for its figures', async () => {
  const { get, hold, release } = await someApi({ isLasting: false });
  hold();
  const asked = get('/budgets', page);
  release();

  expect((await asked).status).toBe(200);
});

test('in a thread of its own, an answer of the last figures is there at once, and a current one only when its figures are', async () => {
  const { tables, installation, hold, release } = await someApi();
  const keep = { read: async () => Promise.resolve(), write: async () => Promise.resolve() };
  const figures = figuresAnswers({
    installation,
    now: () => nowMs,
    keep,
    onError: (error) => {
      throw error;
    },
  });
  const caller = callerOfClaims({ sub: viewer, email: viewer, emailVerified: true });
  const call = { id: 'showBudgets', caller, given: { scope: 'default' } };
  await figures.refresh();
  hold();
  tables.budgets.writeByHand({ scope: 'default', window: 'month', amount: 2_000 });
  let isDone = false;
  const current = figures.answer(call, { isKept: false }).finally(() => {
    isDone = true;
  });

  const last = await figures.answer(call, { isKept: true });
  await sleep(600);
  const wasDone = isDone;
  release();

  expect([last.old === undefined, wasDone, (await current).old]).toEqual([false, false, undefined]);
});
