import { connect, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { startAdminApi, type AdminApi } from '../../local/admin-api.ts';
import { memoryConnections } from '../../shared/channels/memory-store.ts';
import { noAnchoring } from '../../shared/evidence/aws/aws-anchoring.ts';
import { hookTokenText } from '../../shared/hook/hook-token.ts';
import { linkSigner } from '../../shared/kernel/aws/link-signer.ts';
import { apiPaths, hookPaths } from '../../shared/kernel/contract/api-paths.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { storesOn } from '../../shared/wiring/stores.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const links = linkSigner(async () => Promise.resolve('k'.repeat(43)));
const sockets: Slow[] = [];
const unforeseen: unknown[] = [];
const started: string[] = [];
let api: AdminApi;

/** A sender that never comes to the end of what it said it would send. */
interface Slow {
  readonly socket: Socket;
  readonly answer: () => string;
  readonly isClosed: () => boolean;
}

async function openApi(times?: Parameters<typeof startAdminApi>[0]['times']): Promise<AdminApi> {
  const settings = Settings.parse({});
  const installation = {
    ...storesOn({ dynamo: engine.dynamo(), tables: await engine.freshTables() }),
    isRunning: false,
    readSettings: () => settings,
    connections: memoryConnections(),
    anchoring: async () => Promise.resolve(noAnchoring('nothing is anchored here')),
    close: async () => {},
  };
  return startAdminApi({
    installation,
    port: 0,
    links,
    metricsToken: 'metrics',
    keep: { read: async () => Promise.resolve(undefined), write: async () => {} },
    figures: { current: () => undefined, prepare: async () => Promise.resolve(false) },
    starter: { jobs: ['enforce'], start: async ({ job }) => void started.push(job) },
    console: { files: () => ({ missing: 'not built' }), people: async () => Promise.resolve([]) },
    onError: (error) => unforeseen.push(error),
    ...(times !== undefined && { times }),
  });
}

beforeEach(() => {
  unforeseen.length = 0;
  started.length = 0;
});

afterEach(async () => {
  sockets.splice(0).forEach(({ socket }) => socket.destroy());
  await api.close();
});

test('200 slow senders keep no edit, no approval, no run and no reader waiting', async () => {
  api = await openApi();
  const kinds = await sendersOf(api);
  await Promise.all(Array.from({ length: 200 }, async (_, index) => open(api, kinds[index % kinds.length] ?? '')));

  const edits = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      call(`/budgets/user%3Au${index}%40acme.example/month`, 'PUT', { amount: 5 }),
    ),
  );
  const approval = await call('/plans/p-1/approval', 'POST', {});
  const run = await call('/runs', 'POST', { job: 'enforce' });
  const decision = await call('/requests/2026-03-a/decision', 'POST', { verdict: 'approve' });
  const read = await call('/budgets', 'GET');
  const page = await fetch(`${originOf(api)}${apiPaths.links}/ask/${await askLink()}`);

  expect(edits.map(({ status }) => status)).toEqual(edits.map(() => 200));
  expect([approval.status, run.status, decision.status, read.status]).toEqual([404, 202, 404, 200]);
  expect(page.status).toBeLessThan(500);
  expect(started).toEqual(['enforce']);
  expect(sockets.filter(({ isClosed, answer }) => !isClosed() && answer() === '').length).toBeGreaterThan(50);
  expect(unforeseen).toEqual([]);
});

test('a form behind an invalid link and an unauthenticated call are refused before their body arrives', async () => {
  api = await openApi();
  const [form, edit] = [
    await open(api, headOf('POST', `${apiPaths.links}/ask/made-up.link`)),
    await open(api, headOf('PUT', '/api/budgets/org/month')),
  ];

  await vi.waitFor(
    () => expect([form, edit].map(({ answer }) => answer().slice(9, 12))).toEqual(['403', '401']),
    50_000,
  );
});

test('a call whose headers or body take too long is ended', async () => {
  api = await openApi({ headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 100 });
  const senders: Slow[] = [];
  for (const kind of [...(await sendersOf(api)), 'GET /api/home HTTP/1.1\r\nHost: x\r\nX-Slow: ']) {
    senders.push(await open(api, kind));
  }

  await vi.waitFor(() => expect(senders.map(({ isClosed }) => isClosed())).toEqual(senders.map(() => true)), 50_000);
  expect(unforeseen).toEqual([]);
  expect((await call('/budgets', 'GET')).status).toBe(200);
});

/** Heads of calls with the first letters of a body, by everybody who can reach the address. */
async function sendersOf({ secret }: AdminApi): Promise<readonly string[]> {
  const mine = `Authorization: Bearer ${secret}\r\nContent-Type: application/json\r\nIf-None-Match: *\r\n`;
  const hook = `Authorization: Bearer ${hookTokenText('t'.repeat(43))}\r\n`;
  return [
    headOf('POST', `${apiPaths.links}/ask/made-up.link`),
    headOf('POST', `${apiPaths.links}/ask/${await askLink()}`),
    headOf('POST', `${apiPaths.links}${hookPaths.report}`, hook),
    headOf('PUT', '/api/budgets/org/month'),
    headOf('PUT', '/api/budgets/org/month', mine),
    headOf('POST', '/api/impact', mine),
    headOf('POST', '/session'),
    headOf('POST', '/nowhere'),
    headOf('DELETE', '/api/budgets/org/month', mine),
  ];
}

function headOf(method: string, path: string, headers = ''): string {
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: 900\r\n\r\n{"a`;
}

async function askLink(): Promise<string> {
  const expiresAt = Math.floor(Date.now() / 1_000) + 3_600;
  return links.sign({ purpose: 'ask', person: 'ann@acme.example', subject: 'x', expiresAt, nonce: 'n' });
}

async function open(at: AdminApi, head: string): Promise<Slow> {
  const { hostname, port, host } = new URL(originOf(at));
  const socket = connect({ host: hostname, port: Number(port) });
  let [answer, isClosed] = ['', false];
  socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1')));
  socket.on('error', () => {});
  socket.on('close', () => (isClosed = true));
  const slow = { socket, answer: () => answer, isClosed: () => isClosed };
  sockets.push(slow);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await new Promise<void>((resolve) => socket.write(head.replace('Host: 127.0.0.1', `Host: ${host}`), () => resolve()));
  return slow;
}

function originOf({ address }: AdminApi): string {
  return new URL(address).origin;
}

async function call(path: string, method: string, body?: object) {
  return fetch(`${api.address}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${api.secret}`,
      'Content-Type': 'application/json',
      ...(method === 'PUT' && { 'If-None-Match': '*' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

test('metrics are shown to the holder of their token alone, who is shown nothing else', async () => {
  api = await openApi();
  const { origin } = new URL(api.address);
  const ask = async (path: string, token: string) =>
    fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });

  const [shown, bare, other, beyond] = await Promise.all([
    ask('/metrics', 'metrics'),
    fetch(`${origin}/metrics`),
    ask('/metrics', 'metric'),
    ask('/api/status', 'metrics'),
  ]);

  expect([shown.status, bare.status, other.status, beyond.status]).toEqual([200, 401, 401, 401]);
  expect(shown.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await shown.text()).toContain('curfew_people 0');
});
