import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { beginGuard } from '../../../../local/storage/begin-guard.ts';
import { createTables, localTableNames } from '../../../../local/storage/create-tables.ts';
import { EngineStartError, startEngine } from '../../../../local/storage/engine.ts';
import { EngineMissingError, findEngine } from '../../../../local/storage/find-engine.ts';
import { createDynamo } from '../../../../shared/kernel/store/create-dynamo.ts';
import { dynamoUserStore } from '../../../../shared/roster/store.ts';
import { childrenOf, isAlive } from '../../../support/child-processes.ts';
import { sendHostile } from '../../../support/hostile-page.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const elsewhere = { platform: 'plan9', arch: 'mips', env: {} };

const json = { 'content-type': 'application/x-amz-json-1.0' };

const { pathOf } = useScratchFolder();

/** Ports that a place of an engine is drawn from: 20,000 to 29,999; on the usual address they are somebody else's. */
const placesOfEngines = /^(?!0100007F)[0-9A-F]{6}7F:(?:4E[2-9A-F]|4F|5|6|7[0-4]|75[0-2])/u;

/** Where anything on this machine listens, as Linux writes it. */
function listening(): readonly string[] {
  const listen = '0A';
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/u))
    .flatMap(([, place, , state]) => (state === listen && place !== undefined ? [place] : []));
}

function signedWith(id: string): string {
  return `AWS4-HMAC-SHA256 Credential=${id}/20260315/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

test('the engine answers once it is started and no longer once it is closed', async () => {
  const engine = await startEngine();
  const whileOpen = await answers(engine.endpoint);

  await engine.close();

  expect(whileOpen).toBe(true);
  expect(await answers(engine.endpoint)).toBe(false);
});

test('what is written to a file is there after the next start, and creating tables again leaves it alone', async () => {
  const names = localTableNames();
  const start = async () => {
    const engine = await startEngine({ dbPath: pathOf('tables.db') });
    const dynamo = createDynamo(engine);
    await createTables(dynamo, names);
    return { engine, dynamo, users: dynamoUserStore(dynamo, names.users) };
  };
  const first = await start();
  await first.users.put([{ userId: 'u-1' }]);
  first.dynamo.destroy();
  await first.engine.close();

  const second = await start();
  const users = await second.users.list();
  second.dynamo.destroy();
  await second.engine.close();

  expect(users).toEqual([{ userId: 'u-1' }]);
});

test('the engine answers nobody without the key of this start, and no web page even with it', async () => {
  const engine = await startEngine();
  const port = Number(new URL(engine.endpoint).port);
  const host = `127.0.0.1:${port}`;
  const authorization = signedWith(engine.accessKeyId ?? '');
  const statusOf = async (headers: Readonly<Record<string, string>>) => {
    const sent = { host, 'x-amz-target': 'DynamoDB_20120810.ListTables', 'x-amz-date': '20260315T000000Z', ...headers };
    const call = { what: 'list', method: 'POST', path: '/', headers: { ...sent, ...json }, body: '{}' };
    return (await sendHostile(port, call)).status;
  };

  const known = await statusOf({ authorization });
  const unknown = [
    {},
    ...['local', 'CURFEW0', `${engine.accessKeyId}0`].map((id) => ({ authorization: signedWith(id) })),
  ];
  const pages = [{ origin: `http://${host}` }, { 'sec-fetch-site': 'same-origin' }];
  const strange = await Promise.all([...unknown, ...pages.map((page) => ({ ...page, authorization }))].map(statusOf));
  const elsewhere = await Promise.all(
    ['evil.example', `127.0.0.1:${port + 1}`].map((name) => statusOf({ authorization, host: name })),
  );
  await engine.close();

  expect(known).toBe(200);
  expect(new Set(strange)).toEqual(new Set([403]));
  expect(elsewhere).toEqual([421, 421]);
});

const canBeApart =
  spawnSync('unshare', ['--user', '--map-root-user', '--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

test('nothing but its guard can call the engine where the system gives it a network of its own', async ({ skip }) => {
  skip(!canBeApart, 'this system gives none');
  const before = listening();

  const engine = await startEngine();
  const since = listening().filter((place) => !before.includes(place));
  await engine.close();

  expect(since).toContain(
    `0100007F:${Number(new URL(engine.endpoint).port).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  expect(since.filter((place) => placesOfEngines.test(place))).toEqual([]);
});

test('elsewhere it listens at an address that nobody knows, behind the same guard', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has so many addresses of its own');
  const engine = await startEngine({}, { ...process, env: { PATH: '/nowhere' } });
  const { port } = new URL(engine.endpoint);

  const host = `127.0.0.1:${port}`;
  const call = { what: 'list', method: 'POST', path: '/', headers: { host, ...json }, body: '{}' };
  const { status } = await sendHostile(Number(port), call);
  const places = listening().filter((place) => placesOfEngines.test(place));
  await engine.close();

  expect(status).toBe(403);
  expect(places.length).toBeGreaterThan(0);
});

test('a guard that was begun before is that of the engine, and one that has ended by then is replaced', async () => {
  const [early, gone] = [beginGuard(), beginGuard()];
  await gone.stop();

  const engine = await startEngine({ guard: early });
  const other = await startEngine({ guard: gone });
  const whileOpen = [await answers(engine.endpoint), await answers(other.endpoint)];
  await Promise.all([engine.close(), other.close()]);
  await early.ended;

  expect(whileOpen).toEqual([true, true]);
});

test('a key is drawn at each start', async () => {
  const engines = await Promise.all([startEngine(), startEngine()]);
  await Promise.all(engines.map(async (engine) => engine.close()));

  const [first, second] = engines.map((engine) => engine.accessKeyId);
  expect(first).toMatch(/^CURFEW[0-9A-F]{40}$/u);
  expect(second).not.toBe(first);
});

test('a port that is taken is an error that names the port', async () => {
  const engine = await startEngine();
  const port = Number(new URL(engine.endpoint).port);

  const second = startEngine({ port });

  await expect(second).rejects.toThrow(EngineStartError);
  await expect(second).rejects.toThrow(new RegExp(`port ${port}: .*already`, 'u'));
  await engine.close();
});

test('an engine that ends at its start is an error with its own words', async () => {
  const start = startEngine({ dbPath: pathOf('no', 'such', 'folder', 'tables.db') });

  await expect(start).rejects.toThrow(/port \d+: .*database file/u);
});

test('the engine ends with the process that started it, even one that is killed', async () => {
  const script = join(import.meta.dirname, '..', '..', '..', 'support', 'abandon-engine.ts');
  const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(owner.stdout, 'data')) as [Buffer];
  const endpoint = said.toString().trim();
  const whileAlive = await answers(endpoint);

  owner.kill('SIGKILL');
  await once(owner, 'exit');

  expect(whileAlive).toBe(true);
  await vi.waitFor(async () => expect(await answers(endpoint)).toBe(false), { timeout: 50_000, interval: 50 });
});

test.for(['engine', 'guard'] as const)(
  'whoever started an engine hears of it when the %s is killed, and neither process stays',
  async (killed) => {
    const guard = beginGuard();
    const started = await startEngine({ guard });
    const guardPid = guard.child.pid ?? 0;
    const [enginePid = 0] = childrenOf(guardPid);

    process.kill(killed === 'engine' ? enginePid : guardPid, 'SIGKILL');
    await started.lost;

    await vi.waitFor(() => expect([guardPid, enginePid].filter(isAlive)).toEqual([]), { timeout: 20_000 });
    expect(await answers(started.endpoint)).toBe(false);
    await started.close();
  },
);

test('an engine that is closed is not lost', async () => {
  const engine = await startEngine();
  let isLost = false;
  void engine.lost?.then(() => (isLost = true));

  await engine.close();
  await vi.waitFor(async () => expect(await answers(engine.endpoint)).toBe(false));

  expect(isLost).toBe(false);
});

test('a system without an engine gets the name of the package and three ways out', () => {
  const search = () => findEngine(elsewhere);

  expect(search).toThrow(EngineMissingError);
  expect(search).toThrow(/@dynoxide\/plan9-mips.*npm ci.*PATH.*AWS_ENDPOINT_URL_DYNAMODB/s);
});

test('an engine on PATH is taken where there is no package', () => {
  const path = findEngine({ ...elsewhere, env: { PATH: `/nowhere:${join(packageFolder())}` } });

  expect(path).toEqual({ kind: 'program', path: join(packageFolder(), 'dynoxide') });
});

test('an engine that runs already is taken as it is where there is none to start', async () => {
  const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' };

  const engine = await startEngine({}, { ...elsewhere, env });
  await engine.close();

  expect(engine.endpoint).toBe('http://127.0.0.1:8000');
});

function packageFolder(): string {
  const found = findEngine({ platform: process.platform, arch: process.arch, env: process.env });
  return found.kind === 'program' ? join(found.path, '..') : '';
}
