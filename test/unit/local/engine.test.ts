import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTables, localTableNames } from '../../../local/create-tables.ts';
import { EngineStartError, startEngine } from '../../../local/engine.ts';
import { EngineMissingError, findEngine } from '../../../local/find-engine.ts';
import { createDynamo } from '../../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { dynamoUserStore } from '../../../shared/adapters/dynamo/enforcement/dynamo-user-store.ts';
import { useScratchFolder } from '../../support/scratch-folder.ts';

const elsewhere = { platform: 'plan9', arch: 'mips', env: {} };

const { pathOf } = useScratchFolder();

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    ({ ok }) => ok,
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
    const dynamo = createDynamo({ endpoint: engine.endpoint });
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

test('a port that is taken is an error that names the port', async () => {
  const engine = await startEngine();
  const port = Number(new URL(engine.endpoint).port);

  const second = startEngine({ port });

  await expect(second).rejects.toThrow(EngineStartError);
  await expect(second).rejects.toThrow(`cannot listen on port ${port}: the port is already in use`);
  await engine.close();
});

test('an engine that ends at its start is an error with its own words', async () => {
  const start = startEngine({ dbPath: pathOf('no', 'such', 'folder', 'tables.db') });

  await expect(start).rejects.toThrow(/did not start on port \d+: .*unable to open database file/s);
});

test('the engine ends with the process that started it, even one that is killed', async () => {
  const script = join(import.meta.dirname, '..', '..', 'support', 'abandon-engine.ts');
  const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(owner.stdout, 'data')) as [Buffer];
  const endpoint = said.toString().trim();
  const whileAlive = await answers(endpoint);

  owner.kill('SIGKILL');
  await once(owner, 'exit');

  expect(whileAlive).toBe(true);
  await vi.waitFor(async () => expect(await answers(endpoint)).toBe(false), { timeout: 10_000, interval: 50 });
});

test('a system without an engine is told the package and three ways out', () => {
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
