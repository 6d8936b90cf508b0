import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';

import { hookTokenText } from '../../../shared/hook/hook-token.ts';
import { memoryHookTokenStore } from '../../../shared/hook/store/memory-hook-stores.ts';
import { makeToken } from '../../../shared/hook/use-cases/connect-hook.ts';
import { callerOfClaims, callerOfIam } from '../../../shared/kernel/access/caller.ts';
import { httpApi } from '../../../shared/kernel/api/http/http-api.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../shared/wiring/installation.ts';
import { aBudget } from '../../support/domain-samples.ts';
import { memoryTables } from '../../support/memory-tables.ts';

const nowMs = Date.parse('2026-03-15T09:00:00Z');
const links = 'https://api.example/requests/link';
const Made = z.object({ links: z.string(), path: z.string(), address: z.object({ token: z.string() }) });
const leads = { teamOwners: { web: ['lead@acme.example'] } };

let tables: ReturnType<typeof memoryTables>;
let hookTokens: ReturnType<typeof memoryHookTokenStore>;
let roles: object;
let app: ReturnType<typeof httpApi>;

beforeEach(() => {
  tables = memoryTables();
  hookTokens = memoryHookTokenStore(tables.journal);
  roles = leads;
  const budgets = ['web', 'search'].map((name) => aBudget({ scope: { kind: 'team', name }, to: '2026-06-30' }));
  app = httpApi({
    installation: {
      ...tables,
      budgets: { ...tables.budgets, list: async () => Promise.resolve({ budgets, invalid: [] }) },
      hookTokens,
      isRunning: true,
      readSettings: () => Settings.parse({ roles, doorUrl: links }),
    } as unknown as Installation,
    now: () => nowMs,
    identify: (context) => {
      const [by = '', arn] = [context.req.header('x-caller'), context.req.header('x-arn')];
      return arn === undefined ? callerOfClaims({ sub: 'x', email: by, emailVerified: true }) : callerOfIam(arn);
    },
    onError: (error) => {
      throw error;
    },
  });
});

const own = async (method: string, headers: Readonly<Record<string, string>> = { 'x-caller': 'lead@acme.example' }) =>
  app.request('/api/me/calendar', { method, headers: { ...headers, 'content-type': 'application/json' } });
const poll = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request(`/requests/link${path}`, { headers });
const made = async () => Made.parse(await (await own('POST')).json());
const uidsIn = (text: string) => [...text.replaceAll('\r\n ', '').matchAll(/^UID:(.*)\r$/gmu)].map(([, uid]) => uid);

test('an address shows a lead the own team alone, and the same version is not sent twice', async () => {
  const { path } = await made();

  const first = await poll(path);
  const etag = first.headers.get('etag') ?? '';
  const again = await poll(path, { 'if-none-match': `"other", W/${etag}` });

  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(uidsIn(await first.text())).toEqual([
    'reset-month-2026-04-01@curfew',
    'budget-team:web-month-2026-06-30@curfew',
  ]);
  expect(
    [first, again].map(({ status, headers }) => [status, headers.get('cache-control'), headers.get('etag')]),
  ).toEqual([
    [200, 'private, no-cache', etag],
    [304, 'private, no-cache', etag],
  ]);
});

test('rights are looked up at each poll: a person who lost a role loses the events', async () => {
  const { path } = await made();
  roles = {};

  const answer = await poll(path);

  expect([answer.status, uidsIn(await answer.text())]).toEqual([200, []]);
});

test('a revoked, a wrong and a hook’s address get the same answer, which hints at nothing', async () => {
  const { path } = await made();
  const other = await made();
  const hook = hookTokenText('h'.repeat(43));
  await makeToken({ hookTokens, clock: { now: () => nowMs } }, { userId: 'u-1', email: 'lead@acme.example' }, hook);

  await own('DELETE');

  const paths = [
    path,
    other.path,
    path.replace('.ics', ''),
    `/calendar/cfc_${'x'.repeat(43)}.ics`,
    `/calendar/${hook}.ics`,
  ];
  const answers = await Promise.all(paths.map(async (each) => poll(each)));
  expect(await Promise.all(answers.map(async (each) => [each.status, await each.text()]))).toEqual(
    paths.map(() => [404, 'Not found\n']),
  );
});

test('the secret of an address is stored nowhere, and the journal has who made and revoked it', async () => {
  const { path, address } = await made();
  await own('DELETE');

  const entries = await tables.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10);
  expect(entries).toMatchObject([
    { kind: 'calendar-address-made', actor: 'lead@acme.example', detail: { token: address.token } },
    { kind: 'calendar-address-revoked', actor: 'lead@acme.example', detail: { token: address.token } },
  ]);
  expect(JSON.stringify([entries, await hookTokens.list(), await (await own('GET')).json()])).not.toContain(
    path.slice('/calendar/'.length, -'.ics'.length),
  );
});

test('a role that many people assume gets no address: it could not be looked up for one of them', async () => {
  const session = { 'x-arn': 'arn:aws:sts::123456789012:assumed-role/Leads/ann' };
  const user = { 'x-arn': 'arn:aws:iam::123456789012:user/ann' };

  expect([(await own('POST', session)).status, (await own('POST', user)).status]).toEqual([409, 200]);
});
