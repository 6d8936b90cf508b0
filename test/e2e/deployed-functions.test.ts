import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { jobs } from '../../shared/jobs.ts';
import { operationRoutes } from '../../shared/kernel/contract/routes.ts';
import { adminApi } from '../../shared/kernel/runs/contract/admin-api-function.ts';
import { callerRole, sharedAssembly } from '../support/deployed/assembly.ts';
import { type DeployedFunction, lambdaEnvironment } from '../support/deployed/deployed-functions.ts';
import { deploy, type Deployment } from '../support/deployed/deployment.ts';
import { startFunction } from '../support/deployed/function-process.ts';
import { gatewayEvent } from '../support/deployed/gateway-event.ts';
import { aBounce } from '../support/mail-events.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

/** Every function as it is deployed, on what starts it in AWS: schedules, real records of streams, events, API Gateway. */
const night = '2026-03-15T02:30:00Z';
const startMs = 240_000;

const Answer = z.object({ statusCode: z.int() });
const Ran = z.object({ status: z.string(), problems: z.array(z.string()) });

const scratch = useScratchFolder('file');
let deployment: Deployment;

beforeAll(async () => {
  const folder = scratch.pathOf('var-task');
  deployment = await deploy({ assembly: await sharedAssembly(), folder, today: '2026-03-15', users: 12 });
  await deployment.moveTo(night);
  await putBudget('default', 900_000);
  await deployment.schedule({ job: 'enforce', schedule: 'nightly', at: night });
  await deployment.deliverStreams();
}, startMs);

afterAll(async () => deployment.close());

async function putBudget(scope: string, amount: number): Promise<void> {
  const Item = { scope, window: 'month', amount, mode: 'enforce' };
  await deployment.dynamo.send(new PutCommand({ TableName: deployment.tables['budgets'], Item }));
}

async function rowsOf(table: string) {
  const { Items = [] } = await deployment.dynamo.send(new ScanCommand({ TableName: deployment.tables[table] }));
  return Items;
}

async function someEmail(): Promise<string> {
  const emails = [...(await deployment.emulator.limits()).keys()];
  return emails.find((email) => email === email.toLowerCase()) ?? '';
}

test('an edit of a table takes effect by the record that its stream has of it', async () => {
  const email = await someEmail();

  await putBudget(`user:${email}`, 950_000);
  const delivered = await deployment.deliverStreams();

  const Key = { scope: `user:${email}`, window: 'month' };
  const row = await deployment.dynamo.send(new GetCommand({ TableName: deployment.tables['budgets'], Key }));
  expect(delivered[0]).toMatchObject({ job: 'edits', records: 1, answer: { batchItemFailures: [] } });
  expect(row.Item).toMatchObject({ amount: 950_000, version: 1 });
  expect((await deployment.emulator.limits()).get(email)).toBe(950_000);
});

test('a control that somebody loosens is found, mailed, and signed outside of the tables', async () => {
  const user = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };
  const look = async (at: string) => deployment.schedule({ job: 'controls', schedule: 'every-5-minutes', at });
  await look('2026-03-15T02:35:00Z');
  await deployment.emulator.tell('/__sim/controls', { settings: { sandbox: { enabled: true } }, user });
  await look('2026-03-15T02:40:00Z');
  await deployment.emulator.tell('/__sim/controls', { settings: { sandbox: { enabled: false } }, user });

  const { result } = await look('2026-03-15T02:45:00Z');
  await deployment.deliverStreams();

  const subjects = (await deployment.mails()).map(({ subject }) => subject);
  expect(result).toMatchObject({ status: 'complete' });
  expect(subjects).toContainEqual(expect.stringMatching(/eve@acme\.example.*loosened|loosened.*sandbox/iu));
  expect(deployment.anchors().length).toBeGreaterThan(0);
});

test('a bounce of its own mails reaches the function, and one of somebody else’s does not', async () => {
  const told = aBounce({ to: 'ann@acme.example' });
  const [configurationSet = ''] = deployment.configurationSets;
  const ofOwn = (set: string) => ({
    ...told,
    detail: { ...told.detail, mail: { ...told.detail.mail, tags: { 'ses:configuration-set': [set] } } },
  });

  const answers = [await deployment.publish(ofOwn(configurationSet)), await deployment.publish(ofOwn('another'))];

  expect(answers).toEqual([[{ noted: 1, recorded: 0 }], []]);
  expect(await rowsOf('recipients')).toContainEqual(expect.objectContaining({ address: 'ann@acme.example' }));
});

describe('the admin API', () => {
  test('answers whoever API Gateway proves, from its own deployment', async () => {
    const answer = await deployment.call('door', gatewayEvent('GET', '/iam/budgets', { role: callerRole }));

    expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining('"default"') });
  });

  test('answers every reading operation, whatever part of its bundle that is in', async () => {
    const paths = [...operationRoutes.values()]
      .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
      .map(({ path }) => `/iam${path}`);

    const answers: [string, unknown][] = [];
    for (const path of paths) {
      const answer = await deployment.call('door', gatewayEvent('GET', path, { role: callerRole }));
      answers.push([path, Answer.parse(answer).statusCode]);
    }

    expect(paths.length).toBeGreaterThan(20);
    expect(answers.filter(([, status]) => Number(status) >= 500)).toEqual([]);
  });

  test('starts the function of a run that somebody asks for', async () => {
    const body = { job: 'enforce', at: '2026-03-15T03:30:00Z' };
    await deployment.moveTo(body.at);

    const answer = await deployment.call('door', gatewayEvent('POST', '/iam/runs', { role: callerRole, body }));
    await deployment.deliverStreams();

    expect(answer).toMatchObject({ statusCode: 202 });
    expect(await rowsOf('runs')).toContainEqual(
      expect.objectContaining({ runId: expect.stringMatching(/^enforce-2026-03-15T03:30:00\.000Z-/u) }),
    );
  });

  test('hands out the hook that lies beside its bundle', async () => {
    const answer = await deployment.call('door', gatewayEvent('GET', '/requests/link/hook/curfew-hook.mjs', {}));

    expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining('#!/usr/bin/env node') });
  });
});

test('every schedule starts its function, and each run is complete', async () => {
  const at = '2026-03-16T02:30:00Z';
  const due = jobs.flatMap(({ name, schedules = [] }) => schedules.map((each) => ({ job: name, schedule: each.name })));
  const emails = [...(await deployment.emulator.limits()).keys()];
  const demand = emails.map((email) => ({ email, date: '2026-03-15', credits: 5_000 }));
  await deployment.emulator.tell('/__sim/demand', demand);
  await deployment.moveTo(at);

  const ends: [string, unknown][] = [];
  for (const { job, schedule } of due) {
    const { result } = await deployment.schedule({ job, schedule, at });
    ends.push([`${job} ${schedule}`, result]);
  }

  // What counts addresses keeps no record of a run, and has no status.
  const counted = ends.find(([job]) => job === 'bounces hourly');
  expect(counted).toEqual(['bounces hourly', { adminsReachable: 1, recipientsUnreachable: 1 }]);
  expect(ends.filter((each) => each !== counted).map(([job, result]) => [job, Ran.parse(result)])).toEqual(
    ends.filter((each) => each !== counted).map(([job]) => [job, { status: 'complete', problems: [] }]),
  );
});

test('no function is left that nothing has started', () => {
  const names = deployment.functions.map(({ name }) => name);

  expect(deployment.used().toSorted()).toEqual(names.toSorted());
  expect(names).toHaveLength(jobs.length + 1);
});

test('every part of every bundle can be loaded where it lies, however late that is', () => {
  const beside = new Set<string>(
    [...jobs, adminApi].flatMap(({ beside: files = [] }) => files.map((file) => basename(file))),
  );
  const program = 'for (const file of process.argv.slice(1)) await import(file);';

  const said = deployment.functions.map((deployed) => {
    const parts = readdirSync(deployed.folder).filter((file) => file.endsWith('.mjs') && !beside.has(file));
    const files = parts.map((file) => pathToFileURL(join(deployed.folder, file)).href);
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, ...files], {
      cwd: deployed.folder,
      env: { ...deployed.environment, ...lambdaEnvironment(deployed, '') },
      encoding: 'utf8',
    });
    return { name: deployed.name, status, stderr };
  });

  expect(said).toEqual(deployment.functions.map(({ name }) => ({ name, status: 0, stderr: '' })));
}, 120_000);

describe('a copy that lacks something', () => {
  const changed = (folder: string, over: Partial<DeployedFunction>): DeployedFunction => {
    const bounces = deployment.functions.find(({ name }) => name === 'bounces');
    if (bounces === undefined) {
      throw new Error('there is a function of bounces');
    }
    const copy = { ...bounces, ...over, folder: scratch.pathOf('changed', folder) };
    cpSync(bounces.folder, copy.folder, { recursive: true });
    return copy;
  };
  const start = async (copy: DeployedFunction) => {
    const process = await startFunction(copy, {}, Date.parse(night));
    const invoked = await process.invoke({}, Date.parse(night));
    await process.kill();
    return invoked;
  };

  test('of its packages does not start: it finds none of the repository', async () => {
    const copy = changed('package', {});
    const file = join(copy.folder, 'index.mjs');
    writeFileSync(file, `import 'zod';${readFileSync(file, 'utf8')}`);

    expect(await start(copy)).toMatchObject({
      kind: 'failed',
      error: { errorMessage: expect.stringContaining("'zod'") },
    });
  });

  test('of its environment does not start, and says what', async () => {
    const copy = changed('variable', { environment: {} });

    expect(await start(copy)).toMatchObject({
      kind: 'failed',
      error: { errorMessage: expect.stringContaining('CURFEW_TABLE_JOURNAL is missing') },
    });
  });

  test('is given nothing besides what the template and Lambda give', () => {
    const [any] = deployment.functions;
    const names = any === undefined ? [] : Object.keys({ ...any.environment, ...lambdaEnvironment(any, '') });

    expect(names.filter((name) => !/^(?:CURFEW_|AWS_|LAMBDA_|LANG$|TZ$|_HANDLER$)/u.test(name))).toEqual([]);
  });
});
