import { readFileSync } from 'node:fs';

import { DynamoDBClient, PutItemCommand, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { runningAddresses } from '../../local/state/running-file.ts';
import { hostileCalls, sendHostile } from '../support/hostile-page.ts';
import { useInstallation } from '../support/installation.ts';
import { type Program, startProgram } from '../support/program.ts';

const startMs = 120_000;
const minute = { timeout: 60_000, interval: 500 };

const { curfew, pathOf } = useInstallation({}, 'file');
let program: Program | undefined;
let dynamo: DynamoDBClient | undefined;
const portsInGroup = 10;
// Ports of its own: another installation may be starting at this moment and look for free ones too. They lie below those
// that systems hand out to connections (from 32,768 on Linux), of which any may be in use.
const portBase = 12_000 + (process.pid % 2_000) * portsInGroup;
const addresses = { platform: '', inbox: '' };

/** An installation on the demo, after its first night; the table is edited with the SDK alone. */
beforeAll(async () => {
  program = startProgram(
    'local/main.ts',
    ['--no-console', '--state', pathOf('state'), '--port-base', String(portBase)],
    {
      timeoutMs: startMs - 5_000,
    },
  );
  await program.says('Ctrl-C');
  const output = program.output();
  const addressOf = (name: string) => new RegExp(`^${name} +(http://\\S+)`, 'm').exec(output)?.[1] ?? '';
  addresses.platform = addressOf('Platform emulator');
  addresses.inbox = addressOf('Inbox');
  const credentials = { accessKeyId: engineKey(), secretAccessKey: 'any' };
  dynamo = new DynamoDBClient({ endpoint: addressOf('DynamoDB engine'), region: 'us-east-1', credentials });
}, startMs);

afterAll(async () => {
  dynamo?.destroy();
  program?.process.kill('SIGINT');
  await program?.ended();
}, 60_000);

const Running = z.object({ addresses: z.object({ dynamoAccessKeyId: z.string() }) });

/** As the tools of AWS are given it. */
function engineKey(): string {
  const running = Running.parse(JSON.parse(readFileSync(pathOf('state', 'running.json'), 'utf8')));
  return running.addresses.dynamoAccessKeyId;
}

async function listening(base: number): Promise<readonly number[]> {
  const ports = Array.from({ length: portsInGroup }, (_, index) => base + index);
  const answered = await Promise.all(
    ports.map(async (port) =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      ),
    ),
  );
  return ports.filter((_, index) => answered[index]);
}

const Limits = z.record(z.string(), z.object({ limit: z.number() }));

async function limits(): Promise<ReadonlyMap<string, number>> {
  const read = Limits.parse(await (await fetch(`${addresses.platform}/__sim/limits`)).json());
  return new Map(Object.entries(read).map(([email, { limit }]) => [email, limit]));
}

const Inbox = z.object({
  emails: z.array(
    z.object({
      subject: z.string(),
      destination: z.object({ to: z.array(z.string()) }),
      body: z.object({ text: z.string() }),
    }),
  ),
});

async function mailsOf(words: readonly string[]) {
  const { emails } = Inbox.parse(await (await fetch(`${addresses.inbox}/store`)).json());
  return emails.filter(({ subject }) => words.every((word) => subject.includes(word)));
}

async function mailsAbout(words: readonly string[]): Promise<readonly string[]> {
  return (await mailsOf(words)).flatMap(({ destination }) => destination.to);
}

const Caps = z.array(z.object({ email: z.string(), limit: z.number(), headroom: z.number().nullable() }));
const Budgets = z.object({ budgets: z.array(z.object({ scope: z.string() })) });
const History = z.array(z.object({ version: z.number(), by: z.string(), way: z.string(), after: z.unknown() }));

function mostLeft(caps: z.output<typeof Caps>) {
  const [most] = caps.toSorted((first, second) => (second.headroom ?? 0) - (first.headroom ?? 0));
  return most ?? { email: '', limit: 0 };
}

async function historyOf(scope: string) {
  return (await curfew('budgets', 'history', scope, 'month', '--json')).read(History);
}

test('a web page elsewhere reads and changes nothing, whatever it sends to any port of the installation', async () => {
  const read = async (url: string) => (await fetch(url)).text();
  const state = async () => ({
    limits: await read(`${addresses.platform}/__sim/limits`),
    clock: (await read(`${addresses.platform}/__sim/clock`)).slice(0, '{"now":"2026-03'.length),
    mails: await read(`${addresses.inbox}/store`),
    budgets: (await dynamo?.send(new ScanCommand({ TableName: 'curfew-budgets' })))?.Count,
  });
  const before = await state();

  const ports = await listening(portBase);
  const answers = await Promise.all(
    ports.map(async (port) => Promise.all(hostileCalls(port).map(async (call) => sendHostile(port, call)))),
  );

  // Inbox, emulator and engine at least.
  expect(ports.length).toBeGreaterThanOrEqual(3);
  const letIn = answers.flat().filter(({ status }) => status !== 403 && status !== 421);
  expect(letIn).toEqual([]);
  const shared = answers
    .flat()
    .flatMap(({ headers }) => Object.keys(headers).filter((name) => name.startsWith('access-')));
  expect(shared).toEqual([]);
  expect(await state()).toEqual(before);
});

const Started = z.object({ run: z.string(), job: z.string(), isStarted: z.boolean() });
const RunAnswer = z.object({ status: z.string().nullable(), capsChanged: z.number().optional() });

async function callApi(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
  const { address, secret } = runningAddresses(pathOf('state', 'running.json'))?.door ?? { address: '', secret: '' };
  return fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', accept: 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Asks for a run and waits for its end, as any program may. */
async function runByApi(path: string, body: object) {
  const asked = Started.parse(await (await callApi('POST', path, body)).json());
  expect(asked).toMatchObject({ isStarted: true });
  const record = async () => (await callApi('GET', `/runs/${encodeURIComponent(asked.run)}`)).json();
  await expect.poll(async () => RunAnswer.safeParse(await record()).data?.status, minute).toEqual(expect.any(String));
  return RunAnswer.parse(await record());
}

test(
  'an item that is put with the tools of the table changes the limit within a minute; broken, it changes nothing but the mail',
  { timeout: 200_000 },
  async () => {
    const { budgets } = (await curfew('budgets', 'list', '--json')).read(Budgets);
    const scopes = new Set(budgets.map((budget) => budget.scope));
    const caps = (await curfew('caps', '--json')).read(Caps);
    const { email, limit: before } = mostLeft(
      caps.filter(({ email: each }) => !scopes.has(`user:${each.toLowerCase()}`)),
    );
    const scope = `user:${email.toLowerCase()}`;
    const Key = { scope: { S: scope }, window: { S: 'month' } };
    const owners = { L: [{ S: 'owner@acme.example' }] };

    await dynamo?.send(
      new PutItemCommand({ TableName: 'curfew-budgets', Item: { ...Key, amount: { N: '0' }, owners } }),
    );
    await expect.poll(async () => (await limits()).get(email), minute).not.toBe(before);
    const blocked = (await limits()).get(email);
    await expect.poll(async () => (await historyOf(scope)).length, minute).toBe(1);
    expect(await historyOf(scope)).toMatchObject([
      { version: 1, by: 'unknown', way: 'direct-edit', after: { amount: 0 } },
    ]);

    await dynamo?.send(
      new UpdateItemCommand({
        TableName: 'curfew-budgets',
        Key,
        UpdateExpression: 'SET amount = :much',
        ExpressionAttributeValues: { ':much': { S: 'much' } },
      }),
    );
    const ignored = [scope, '(month)', 'ignored', 'version 1'];
    await expect.poll(async () => mailsAbout(ignored), minute).toContain('owner@acme.example');
    const recipients = await mailsAbout(ignored);
    expect(new Set(recipients).size).toBe(recipients.length);
    expect(recipients).toContain('finops@acme.example');
    expect((await limits()).get(email)).toBe(blocked);
    expect((await curfew('caps', email, '--json')).exitCode).toBe(0);

    const mended = await curfew('budgets', 'set', scope, 'month', '9000000', '--yes');
    expect(mended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('within a minute') });
    await expect.poll(async () => (await limits()).get(email), minute).not.toBe(blocked);
    expect((await historyOf(scope)).map(({ way }) => way)).toEqual(['direct-edit', 'command']);
  },
);

test(
  'mails of a run by the command line have the links of the installation that runs beside it',
  { timeout: 200_000 },
  async () => {
    const settings = { sandbox: { enabled: false } };
    // What is there before the first look is not reported.
    await curfew('run', 'controls', '--json');
    await fetch(`${addresses.platform}/__sim/controls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ settings, user: { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' } }),
    });

    await curfew('run', 'controls', '--json');

    await expect.poll(async () => (await mailsOf(['loosened', 'by Eve'])).length, minute).toBeGreaterThan(0);
    const { origin } = new URL(runningAddresses(pathOf('state', 'running.json'))?.door?.address ?? '');
    const [mail] = await mailsOf(['loosened', 'by Eve']);
    expect(mail?.body.text).toContain(`${origin}/requests/link/acknowledge/`);
    // There is no console: it was started without.
    expect(mail?.body.text).not.toContain('Open in the console');
  },
);

const Plans = z.object({ rows: z.array(z.object({ plan: z.string() })) });

test(
  'a run and an approval that are asked for over HTTP are made there and then, and reach the platform',
  { timeout: 200_000 },
  async () => {
    const held = async () => Plans.parse(await (await callApi('GET', '/plans?status=held')).json()).rows[0]?.plan;
    // A month's default lowers nobody on its first day; that of the day does on any.
    const lowered = await curfew('budgets', 'set', 'default', 'day', '20000', '--yes');
    expect(lowered.exitCode).toBe(0);
    await expect.poll(held, minute).toEqual(expect.any(String));
    const before = await limits();

    const approved = await runByApi(`/plans/${await held()}/approval`, {});
    const roster = await runByApi('/runs', { job: 'roster' });

    expect([approved, roster]).toMatchObject([{ status: 'complete' }, { status: 'complete' }]);
    const after = await limits();
    expect([...after].filter(([email, limit]) => limit !== before.get(email)).length).toBe(approved.capsChanged);
  },
);
