import { DynamoDBClient, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { useInstallation } from '../support/installation.ts';
import { type Program, startProgram } from '../support/program.ts';

const startMs = 120_000;
const minute = { timeout: 60_000, interval: 500 };

const { curfew, pathOf } = useInstallation({}, 'file');
let program: Program | undefined;
let dynamo: DynamoDBClient | undefined;
const addresses = { platform: '', inbox: '' };

/** An installation on the demo, after its first night; the table is edited with the SDK alone. */
beforeAll(async () => {
  // Ports of its own: another installation may be starting at this moment and look for free ones too.
  const base = String(20_000 + (process.pid % 4_000) * 10);
  program = startProgram('local/main.ts', ['--state', pathOf('state'), '--port-base', base], {
    timeoutMs: startMs - 5_000,
  });
  await program.says('Ctrl-C');
  const output = program.output();
  const addressOf = (name: string) => new RegExp(`^${name} +(http://\\S+)`, 'm').exec(output)?.[1] ?? '';
  addresses.platform = addressOf('Platform emulator');
  addresses.inbox = addressOf('Inbox');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  dynamo = new DynamoDBClient({ endpoint: addressOf('DynamoDB engine'), region: 'us-east-1', credentials });
}, startMs);

afterAll(async () => {
  dynamo?.destroy();
  program?.process.kill('SIGINT');
  await program?.ended();
}, 60_000);

const Limits = z.record(z.string(), z.object({ limit: z.number() }));

async function limits(): Promise<ReadonlyMap<string, number>> {
  const read = Limits.parse(await (await fetch(`${addresses.platform}/__sim/limits`)).json());
  return new Map(Object.entries(read).map(([email, { limit }]) => [email, limit]));
}

const Inbox = z.object({
  emails: z.array(z.object({ subject: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
});

async function mailsAbout(words: readonly string[]): Promise<readonly string[]> {
  const { emails } = Inbox.parse(await (await fetch(`${addresses.inbox}/store`)).json());
  return emails
    .filter(({ subject }) => words.every((word) => subject.includes(word)))
    .flatMap(({ destination }) => destination.to);
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
    const owners = { L: [{ S: 'owner@demo.example' }] };

    await dynamo?.send(
      new PutItemCommand({ TableName: 'curfew-budgets', Item: { ...Key, amount: { N: '0' }, owners } }),
    );
    await expect.poll(async () => (await limits()).get(email), minute).not.toBe(before);
    const blocked = (await limits()).get(email);
    await expect.poll(async () => (await historyOf(scope)).length, minute).toBe(1);
    expect(await historyOf(scope)).toMatchObject([
      { version: 1, by: 'direct edit', way: 'direct-edit', after: { amount: 0 } },
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
    await expect.poll(async () => mailsAbout(ignored), minute).toContain('owner@demo.example');
    const recipients = await mailsAbout(ignored);
    expect(new Set(recipients).size).toBe(recipients.length);
    expect(recipients).toContain('finops@demo.example');
    expect((await limits()).get(email)).toBe(blocked);
    expect((await curfew('caps', email, '--json')).exitCode).toBe(0);

    const mended = await curfew('budgets', 'set', scope, 'month', '9000000', '--yes');
    expect(mended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('within a minute') });
    await expect.poll(async () => (await limits()).get(email), minute).not.toBe(blocked);
    expect((await historyOf(scope)).map(({ way }) => way)).toEqual(['direct-edit', 'command']);
  },
);
