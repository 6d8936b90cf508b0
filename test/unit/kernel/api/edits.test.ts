import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { fleetRecord } from '../../../../shared/computers/contract/fleet-entry.ts';
import { fleetKind } from '../../../../shared/computers/fleet-entry.ts';
import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import { callerOfClaims } from '../../../../shared/kernel/access/caller.ts';
import { httpApi } from '../../../../shared/kernel/api/http/http-api.ts';
import { memoryRecordStore } from '../../../../shared/kernel/records/store/memory-record-store.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { memoryRecipientStore } from '../../../../shared/mail/store/memory-mail-stores.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../support/domain-samples.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

const settings = Settings.parse({
  roles: {
    viewers: ['vic@acme.example'],
    budgetAdmins: ['ada@acme.example', 'eve@acme.example'],
    teamOwners: { web: ['tom@acme.example'] },
  },
});
const Impact = z.object({
  agreed: z.string(),
  version: z.string(),
  impact: z.object({ stopped: z.array(z.string()) }),
});
const Shown = z.object({
  agreed: z.string(),
  impact: z.object({ stopped: z.array(z.string()), changes: z.array(z.object({ email: z.string() })) }),
  counts: z.object({ stopped: z.int(), changes: z.int() }),
});
const Budgets = z.object({ rows: z.array(z.object({ amount: z.number() })) });
const Amount = z.object({ today: z.number(), window: z.number() }).nullable();
const Needed = z.object({ rows: z.array(z.object({ email: z.string(), needed: Amount })) });
const Explained = z.object({ needed: Amount, layers: z.array(z.object({ scope: z.string() })) });
const Emails = z.object({ rows: z.array(z.object({ email: z.string() })) });
const TopUps = z.object({ rows: z.array(z.object({ id: z.string(), credits: z.number() })) });

let stores: Awaited<ReturnType<typeof someStores>>;
let problems: unknown[];
let call: (method: string, path: string, given?: Given) => Promise<Response>;

interface Given {
  readonly by?: string;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

beforeEach(async () => {
  stores = await someStores();
  problems = [];
  const app = httpApi({
    installation: { ...stores, isRunning: true, readSettings: () => settings } as unknown as Installation,
    now: () => Date.parse('2026-03-15T09:00:00Z'),
    identify: (context) =>
      callerOfClaims({ sub: 'x', email: context.req.header('x-caller') ?? '', emailVerified: true }),
    onError: (error) => problems.push(error),
  });
  call = async (method, path, { by = 'ada', body, text, headers = {} } = {}) => {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    return app.request(`/api${path}`, {
      method,
      headers: { 'x-caller': `${by}@acme.example`, 'content-type': 'application/json', ...headers },
      ...(content !== undefined && { body: content }),
    });
  };
  await call('PUT', '/teams/web', { body: { members: ['ann@acme.example'] }, headers: { 'if-none-match': '*' } });
  await call('PUT', '/budgets/default/month', { body: { amount: 1_000 }, headers: { 'if-none-match': '*' } });
});

/** Two people who have used 600 each of March. */
async function someStores() {
  const tables = memoryTables();
  const { users, ledger, limits, journal } = tables;
  const people = ['ann', 'bob'];
  await users.put(people.map((userId) => ({ userId, email: `${userId}@acme.example` })));
  await limits.put(
    people.map((userId) => aConfirmedLimit(userId, 1_000)),
    1,
  );
  for (const day of daysOf({ from: '2026-03-01', through: '2026-03-14' })) {
    const rows = people.map((userId) => ({ userId, email: null, credits: day === '2026-03-10' ? 600 : 0 }));
    await ledger.putRows(day, rows);
    await ledger.putDay(aLedgerDay({ day, totalCredits: rows.reduce((sum, { credits }) => sum + credits, 0) }));
  }
  return {
    ...tables,
    alerts: memoryAlertStore(),
    recipients: memoryRecipientStore(),
    live: memoryLiveStore(),
    fleet: memoryRecordStore(journal, { ...fleetRecord, kind: fleetKind }),
    computers: { read: async () => Promise.resolve({ records: [] }) },
  };
}

async function amountNow(): Promise<unknown> {
  const { budgets } = await stores.budgets.list();
  return budgets.find(({ scope }) => scope.kind === 'default')?.amount;
}

test('caps with the most left come first where that is asked for', async () => {
  await stores.limits.put([aConfirmedLimit('bob', 5_000)], 2);
  const emails = async (query: string) => Emails.parse(await (await call('GET', `/caps${query}`)).json()).rows;

  expect(await emails('')).toEqual([{ email: 'ann@acme.example' }, { email: 'bob@acme.example' }]);
  expect(await emails('?order=most-left&limit=1')).toEqual([{ email: 'bob@acme.example' }]);
});

test('what many people need is answered at once, as their explanations have it, and of someone unknown it says so', async () => {
  await call('PUT', '/budgets/default/month', { body: { amount: 100 }, headers: { 'if-match': '"1"' } });
  const [ann, bob, carl] = ['ann', 'bob', 'carl'].map((name) => `${name}@acme.example`);
  const ask = async (...emails: readonly unknown[]) => call('POST', '/users/needed', { by: 'vic', body: { emails } });

  const { rows } = Needed.parse(await (await ask(ann, bob)).json());
  const unknown = await ask(ann, carl);

  const explained = await call('GET', '/users/ann@acme.example/explanation', { by: 'tom' });
  expect(rows.map(({ email }) => email)).toEqual([ann, bob]);
  expect(rows[0]?.needed?.window).toBeGreaterThan(500);
  expect(rows[0]?.needed).toEqual(Explained.parse(await explained.json()).needed);
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('carl@acme.example')]);
});

describe('an edit at the admin API', () => {
  test('of two who edit one budget, one gets 412 and nothing is lost', async () => {
    const etags = await Promise.all(
      ['ada', 'eve'].map(async (by) => (await call('GET', '/budgets/default/month', { by })).headers.get('etag') ?? ''),
    );
    const edit = async (by: string, etag: string, amount: number) =>
      call('PUT', '/budgets/default/month', { by, body: { amount }, headers: { 'if-match': etag } });

    const answers = await Promise.all([edit('ada', etags[0] ?? '', 2_000), edit('eve', etags[1] ?? '', 3_000)]);

    expect(etags).toEqual(['"1"', '"1"']);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '412']);
    const won = answers[0]?.status === 200 ? 2_000 : 3_000;
    expect(await amountNow()).toEqual({ kind: 'credits', credits: won });
    expect(await edit('eve', '"2"', 4_000)).toMatchObject({ status: 200 });
    const versions = await stores.budgets.listVersions();
    expect(versions.map(({ version, by }) => [version, by])).toEqual([
      [1, 'ada@acme.example'],
      [2, won === 2_000 ? 'ada@acme.example' : 'eve@acme.example'],
      [3, 'eve@acme.example'],
    ]);
  });

  test('names the version that it is of', async () => {
    const refused = await call('PUT', '/budgets/default/month', { body: { amount: 5 } });
    const notNew = await call('PUT', '/budgets/default/month', {
      body: { amount: 5 },
      headers: { 'if-none-match': '*' },
    });

    expect([refused.status, notNew.status]).toEqual([428, 412]);
    expect(await amountNow()).toEqual({ kind: 'credits', credits: 1_000 });
  });

  test('is looked at by what pages have read, unless a run is writing it', async () => {
    const edit = { edit: 'set-budget', scope: 'default', window: 'month', said: { amount: 100 } };
    const look = async () => Impact.parse(await (await call('POST', '/impact', { body: edit })).json());
    const readEach = vi.spyOn(stores.ledger, 'readEach');
    // A run that began long ago, by the clock of the machine, is not at work any more.
    const at = new Date().toISOString();

    await call('GET', '/caps');
    const seen = await look();
    const again = await look();
    const reads = readEach.mock.calls.length;
    await stores.runs.put({ runId: 'enforce-now', job: 'enforce', at, startedAt: at });
    const meanwhile = await look();

    expect([reads, again, meanwhile]).toEqual([1, seen, seen]);
    // For the shared snapshot, since a run has begun, and for the impact.
    expect(readEach).toHaveBeenCalledTimes(reads + 2);
  });

  test('is made exactly as it was agreed to, or not at all', async () => {
    const edit = { edit: 'set-budget', scope: 'default', window: 'month', said: { amount: 100 } };
    const seen = Impact.parse(await (await call('POST', '/impact', { body: edit })).json());
    const make = async (amount: number, agreed: string) =>
      call('PUT', `/budgets/default/month?agreed=${agreed}`, {
        body: { amount },
        headers: { 'if-match': `"${seen.version}"` },
      });
    const another = await make(50, seen.agreed);
    await call('POST', '/top-ups', { body: { scope: 'user:bob@acme.example', credits: 50, reason: 'x' } });

    const moved = await make(100, seen.agreed);
    const again = Impact.parse(await (await call('POST', '/impact', { body: edit })).json());
    const unmade = await amountNow();
    const made = await make(100, again.agreed);

    expect(seen.impact.stopped).toEqual(['ann@acme.example', 'bob@acme.example']);
    expect([another.status, moved.status, made.status]).toEqual([409, 409, 200]);
    expect(unmade).toEqual({ kind: 'credits', credits: 1_000 });
    expect(await amountNow()).toEqual({ kind: 'credits', credits: 100 });
  });

  test('that was agreed to is made without looking at its impact again while nothing else has changed', async () => {
    const edit = { edit: 'set-budget', scope: 'default', window: 'month', said: { amount: 100 } };
    const make = async ({ version, agreed }: z.output<typeof Impact>, amount = 100) =>
      call('PUT', `/budgets/default/month?agreed=${agreed}`, {
        body: { amount },
        headers: { 'if-match': `"${version}"` },
      });
    const readEach = vi.spyOn(stores.ledger, 'readEach');
    const first = Impact.parse(await (await call('POST', '/impact', { body: edit })).json());
    const reads = readEach.mock.calls.length;

    const other = await make(first, 50);
    const otherReads = readEach.mock.calls.length - reads;
    const made = await make(first);

    expect([other.status, otherReads, made.status]).toEqual([409, 1, 200]);
    expect(readEach).toHaveBeenCalledTimes(reads + otherReads);
  });

  test('that adds a top-up and is repeated under its key gives the same top-up, and another one is refused', async () => {
    const add = async (credits: number) =>
      call('POST', '/top-ups', {
        body: { scope: 'user:ann@acme.example', credits, reason: 'launch' },
        headers: { 'idempotency-key': 'launch-1' },
      });

    const statuses = (await Promise.all([add(500), add(500)])).map(({ status }) => status);
    const [repeated, other] = [await add(500), await add(700)];

    const { rows } = TopUps.parse(await (await call('GET', '/top-ups')).json());
    expect([...statuses, repeated.status, other.status]).toEqual([200, 200, 200, 409]);
    expect(rows).toMatchObject([{ credits: 500 }]);
    expect(await repeated.json()).toMatchObject({ topUp: { id: rows[0]?.id } });
  });

  test('of the owner of a team ends at the team: what they see, what they try, and what they set', async () => {
    await call('PUT', '/budgets/team:web/month', { body: { amount: 900 }, headers: { 'if-none-match': '*' } });
    const set = async (who: string, amount: number) =>
      call('PUT', `/budgets/user:${who}@acme.example/month`, {
        by: 'tom',
        body: { amount },
        headers: { 'if-none-match': '*' },
      });
    const tryFor = async (who: string) =>
      call('POST', '/impact', {
        by: 'tom',
        body: { edit: 'set-budget', scope: `user:${who}@acme.example`, window: 'month', said: { amount: 5 } },
      });

    const statuses = [await set('ann', 1_001), await set('bob', 5), await set('ann', 700)].map(({ status }) => status);
    const [own, foreign] = [await tryFor('ann'), await tryFor('bob')];
    const listed = await (await call('GET', '/budgets', { by: 'tom' })).json();

    expect(statuses).toEqual([403, 403, 200]);
    expect([own.status, foreign.status]).toEqual([200, 403]);
    expect(await own.json()).toMatchObject({ impact: { stopped: ['ann@acme.example'] } });
    expect(listed).toMatchObject({ rows: [{ scope: 'team:web' }, { scope: 'user:ann@acme.example' }] });
    expect((await call('GET', '/budgets/default/month', { by: 'tom' })).status).toBe(404);
    const caps = async (query: string) => (await call('GET', `/caps${query}`, { by: 'tom' })).json();
    expect(await caps('')).toMatchObject({ rows: [{ email: 'ann@acme.example' }], uncappable: 0 });
    expect(await Promise.all([caps('?email=bob@acme.example'), caps('?email=bo@acme.example')])).toMatchObject([
      { status: 404, near: [] },
      { status: 404, near: [] },
    ]);
  });

  test('the owner of a team reads why a member’s limit is what it is, and nothing of the organization’s budgets', async () => {
    const put = async (path: string, amount: number) =>
      call('PUT', path, { body: { amount }, headers: { 'if-none-match': '*' } });
    await put('/budgets/org/month', 1_213);
    await put('/budgets/team:web/month', 900);
    const explain = async (who: string, by: string) => call('GET', `/users/${who}@acme.example/explanation`, { by });

    const [own, admin] = await Promise.all(['tom', 'ada'].map(async (by) => (await explain('ann', by)).json()));
    const foreign = await Promise.all(['bob', 'bo'].map(async (who) => (await explain(who, 'tom')).json()));

    const scopesOf = (document: unknown) => Explained.parse(document).layers.map(({ scope }) => scope);
    expect(scopesOf(admin)).toEqual(expect.arrayContaining(['org', 'team:web', 'default']));
    expect(new Set(scopesOf(own))).toEqual(new Set(['team:web', 'default']));
    expect(own).toMatchObject({ email: 'ann@acme.example', binding: { window: 'month' } });
    expect(JSON.stringify(own)).not.toMatch(/bob@|1213|1200/u);
    expect(foreign).toMatchObject([
      { status: 404, near: [] },
      { status: 404, near: [] },
    ]);
  });

  test('is in what is read after it, however many read what is theirs at the same moment, from one look at the tables', async () => {
    const list = vi.spyOn(stores.limits, 'list');
    const leftOf = async (who: string) =>
      z
        .object({ rows: z.tuple([z.object({ headroom: z.number() })]) })
        .parse(await (await call('GET', `/caps?email=${who}@acme.example`)).json()).rows[0].headroom;

    const before = await Promise.all(Array.from({ length: 20 }, async (_, at) => leftOf(at % 2 === 0 ? 'ann' : 'bob')));
    const looks = list.mock.calls.length;
    const edited = await call('PUT', '/budgets/default/month', {
      body: { amount: 700 },
      headers: { 'if-match': '"1"' },
    });

    expect(new Set(before)).toEqual(new Set([400]));
    expect(edited.status).toBe(200);
    // Calls of one person for the same are one already.
    expect(looks).toBe(1);
    const { rows } = Budgets.parse(await (await call('GET', '/budgets')).json());
    expect(rows).toMatchObject([{ amount: 700 }]);
    await leftOf('ann');
    expect(list.mock.calls.length).toBeGreaterThan(looks);
  });

  test('that ends a top-up ends the version that was seen, where one is named', async () => {
    await call('POST', '/top-ups', { body: { scope: 'user:ann@acme.example', credits: 5, reason: 'x' } });
    const { rows } = TopUps.parse(await (await call('GET', '/top-ups')).json());
    const end = async (version: string) =>
      call('DELETE', `/top-ups/${rows[0]?.id}`, { headers: { 'if-match': `"${version}"` } });

    expect([(await end('7')).status, (await end('1')).status]).toEqual([412, 200]);
  });
});

describe('a set of credits and exemptions', () => {
  const topUp = (who: string, credits: unknown) => ({ scope: `user:${who}@acme.example`, credits, reason: 'release' });
  const exemption = (who: string, until: string) => ({ email: `${who}@acme.example`, until, reason: 'launch' });
  const grantsNow = async () => (await stores.grants.list()).grants.length;

  test('has its impact first, and is made once exactly as it was agreed to', async () => {
    const set = { topUps: [topUp('ann', 300), topUp('bob', 500)], exemptions: [exemption('eve', '2026-03-20')] };
    const shown = await call('POST', '/impact', { body: { edit: 'add-grants', set } });
    const { agreed, impact } = Impact.extend({
      impact: z.object({ changes: z.array(z.object({ email: z.string(), to: z.number() })) }),
    }).parse(await shown.json());
    const make = async (key: string, body: unknown) =>
      call('POST', `/grants?agreed=${agreed}`, { body, headers: { 'idempotency-key': key } });
    const other = { topUps: [topUp('ann', 301)] };

    expect(new Set(impact.changes.map(({ email, to }) => `${email} ${to}`))).toEqual(
      new Set(['ann@acme.example 1300', 'bob@acme.example 1500']),
    );
    expect((await make('k', other)).status).toBe(409);
    expect(await grantsNow()).toBe(0);
    expect(await (await make('k', set)).json()).toEqual({ added: 3, failed: [] });
    expect(await (await make('k', set)).json()).toEqual({ added: 3, failed: [] });
    expect([(await make('other', set)).status, (await make('k', other)).status]).toEqual([409, 409]);
    expect(await grantsNow()).toBe(3);
  });

  test('is refused whole when one is not valid, and every such one is named', async () => {
    const topUps = [topUp('ann', 300), topUp('bob', -1), topUp('ann', 5)];
    const refused = await call('POST', '/grants', { body: { topUps, exemptions: [exemption('eve', 'soon')] } });
    const { errors } = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(await refused.json());

    expect(refused.status).toBe(400);
    expect(errors.map(({ field }) => field)).toEqual([
      'user:bob@acme.example',
      'user:ann@acme.example',
      'eve@acme.example',
    ]);
    expect(await grantsNow()).toBe(0);
  });

  test('names what could not be saved, and the rest is made when the call is repeated', async () => {
    const set = { topUps: ['ann', 'bob', 'eve'].map((who) => topUp(who, 300)) };
    const make = async () => call('POST', '/grants', { body: set, headers: { 'idempotency-key': 'k' } });
    const edit = stores.grants.edit.bind(stores.grants);
    let count = 0;
    vi.spyOn(stores.grants, 'edit').mockImplementation(async (...given) => {
      count += 1;
      return count === 2 ? Promise.reject(new Error('no answer')) : edit(...given);
    });

    const first = await make();
    expect(await first.json()).toEqual({
      added: 2,
      failed: [{ whose: 'user:bob@acme.example', problem: 'could not be saved; give it again' }],
    });
    expect(await (await make()).json()).toEqual({ added: 3, failed: [] });
    expect(await grantsNow()).toBe(3);
  });
});

describe('a hostile body', () => {
  const deep = `${'{"note":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  const file = { format: 'csv', content: 'scope,window,amount\nuser:x,month,1\n' };
  const long = 'a'.repeat(100_000);
  const targets: readonly (readonly [method: string, path: string, bodies: readonly unknown[]])[] = [
    [
      'PUT',
      '/budgets/default/month',
      [
        { amount: -1 },
        { amount: 1.5 },
        { amount: '1e3' },
        { amount: null },
        { amount: { kind: 'unlimited' } },
        { amount: 5, scope: 'org' },
        { amount: 5, version: 9, updatedBy: 'root' },
        { amount: 5, note: long },
        { amount: 5, owners: Array.from({ length: 5_000 }, () => 'a@b.example') },
        { amount: 5, thresholds: [Number.MAX_VALUE] },
        Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`f${at}`, at])),
      ],
    ],
    ['PUT', '/budgets/nobody/month', [{ amount: 5 }]],
    ['PUT', '/budgets/default/aeon', [{ amount: 5 }]],
    ['PUT', '/teams/web', [{ members: [] }, { members: [1] }, { members: ['a@b.example', 'a@b.example'] }]],
    [
      'POST',
      '/top-ups',
      [
        { scope: 'org', credits: 5, reason: 'x' },
        { scope: 'user:ann@acme.example', credits: 5 },
      ],
    ],
    ['POST', '/exemptions', [{ email: 'ann@acme.example', until: '2026-02-30', reason: 'x' }]],
    ['POST', '/impact', [{ edit: 'drop-table' }, { edit: 'set-budget', scope: 'org', window: 'month' }]],
    ['POST', '/imports/budgets', [file, { ...file, format: 'xml' }, { ...file, content: '\u0000' }, { content: [] }]],
    ['PUT', '/records/computers/one?name=a', [{ actions: [] }, { repositories: 7 }, { percent: 5 }]],
    ['PUT', '/records/secrets/one?name=a', [{ note: 'x' }]],
  ];

  test.each(targets)('to %s %s is a clear problem, and changes nothing', async (method, path, bodies) => {
    const before = await stateNow();
    const raw = ['', '[]', 'null', '"x"', '{', deep, '{"__proto__":{"amount":5},"constructor":1}'];

    for (const given of [...raw.map((text) => ({ text })), ...bodies.map((body) => ({ body }))]) {
      const answer = await call(method, path, { ...given, headers: { 'if-match': '"1"' } });

      const problem = await answer.text();
      expect([400, 404], `${JSON.stringify(given).slice(0, 100)}: ${problem.slice(0, 200)}`).toContain(answer.status);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(problem).not.toMatch(/node_modules|\.ts:|at async/u);
      expect(problem.length).toBeLessThan(20_000);
    }
    expect(await stateNow()).toEqual(before);
    expect(problems).toEqual([]);
  });
});

async function stateNow() {
  const { budgets, teams, grants, fleet } = stores;
  return [await budgets.list(), await teams.list(), await grants.list(), await fleet.list()];
}

describe('a renamed person', () => {
  beforeEach(async () => {
    await call('PUT', '/budgets/user:ann@acme.example/month', { body: { amount: 700 }, headers: absent });
    await call('POST', '/exemptions', {
      body: { email: 'ann@acme.example', until: '2026-03-20', reason: 'incident' },
      headers: { 'idempotency-key': 'k-1' },
    });
    const events = [
      { kind: 'email-changed', at: '2026-03-15T02:30:00.000Z', emailBefore: 'ann@acme.example' },
    ] as const;
    await stores.users.put([{ userId: 'ann', email: 'ann.new@acme.example', events }]);
  });
  const absent = { 'if-none-match': '*' };
  const texts = async (path: string) => (await call('GET', path)).text();

  test('has budgets, exemptions and a team under the address of now, in lists, exports and explanations', async () => {
    const found = await Promise.all(
      ['/budgets', '/exemptions', '/teams/web', '/users/ann@acme.example/explanation', '/exports/budgets'].map(texts),
    );

    expect(found.filter((text) => !text.includes('ann.new@acme.example'))).toEqual([]);
    expect(found.slice(0, 2).filter((text) => text.includes('"ann@acme.example"'))).toEqual([]);
  });

  test('has a budget that is edited under the address of now, with its version', async () => {
    const shown = await call('GET', '/budgets/user:ann.new@acme.example/month');
    const headers = { 'if-match': shown.headers.get('etag') ?? '' };
    const made = await call('PUT', '/budgets/user:ann.new@acme.example/month', { body: { amount: 800 }, headers });

    expect([shown.status, made.status]).toEqual([200, 200]);
    expect(
      (await stores.budgets.list()).budgets.flatMap(({ scope }) => (scope.kind === 'user' ? [scope.email] : [])),
    ).toEqual(['ann.new@acme.example']);
  });

  test('is not changed by a file that names them as before', async () => {
    const content = 'scope,window,amount\nuser:ann@acme.example,month,700\n';
    const body = { edit: 'import', content: 'budgets', file: { format: 'csv', content, prune: false } };
    const looked = await call('POST', '/impact', { body });

    expect(z.object({ isEdit: z.boolean() }).parse(await looked.json()).isEdit).toBe(false);
  });
});

test('of an impact that is asked for by rows, each list has so many, the counts are of all, and named people are there', async () => {
  const edit = { edit: 'set-budget', scope: 'default', window: 'month', said: { amount: 0 } };
  const credits = { edit: 'add-top-up', said: { scope: 'user:bob@acme.example', credits: 5, reason: 'x' } };
  const ask = async (query: string, body: object) =>
    Shown.parse(await (await call('POST', `/impact${query}`, { body })).json());

  const [whole, short, given] = [await ask('', edit), await ask('?rows=1', edit), await ask('?rows=1', credits)];

  expect(whole.counts).toMatchObject({ stopped: whole.impact.stopped.length, changes: whole.impact.changes.length });
  expect(whole.counts.stopped).toBeGreaterThan(1);
  expect(short).toMatchObject({ counts: whole.counts, agreed: whole.agreed });
  expect([short.impact.stopped, short.impact.changes]).toEqual([
    whole.impact.stopped.slice(0, 1),
    whole.impact.changes.slice(0, 1),
  ]);
  expect(given.impact.changes.map(({ email }) => email)).toContain('bob@acme.example');
});

test('an edit that counts from tomorrow is shown with the limits of tomorrow', async () => {
  const body = {
    edit: 'set-budget',
    scope: 'default',
    window: 'quarter',
    said: { amount: 500, from: '2026-03-16' },
  };
  const looked = await call('POST', '/impact', { body });

  expect(await looked.json()).toMatchObject({
    impact: {
      countsOn: '2026-03-16',
      stopped: ['ann@acme.example', 'bob@acme.example'],
      asksBecause: ['stops 2 people from 16 Mar on'],
    },
  });
});
