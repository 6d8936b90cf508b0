import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { type DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { sealedConnections } from '../../shared/channels/aws.ts';
import { dynamoComputerStore } from '../../shared/computers/store.ts';
import { hookReports } from '../../shared/hook/api/hook-reports.ts';
import { hookTokenText } from '../../shared/hook/hook-token.ts';
import { dynamoHookTokenStore } from '../../shared/hook/store/dynamo-hook-token-store.ts';
import { makeToken } from '../../shared/hook/use-cases/connect-hook.ts';
import { byHandJobs } from '../../shared/jobs.ts';
import { sealer } from '../../shared/kernel/aws/sealer.ts';
import { adminApi } from '../../shared/kernel/runs/contract/admin-api-function.ts';
import type { FunctionDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { job as mailsJob } from '../../shared/mail/job.ts';
import type { Recipient } from '../../shared/mail/recipient.ts';
import { dynamoRecipientStore } from '../../shared/mail/store/dynamo-recipient-store.ts';
import { dynamoAlertStore } from '../../shared/notifications/store/dynamo-alert-store.ts';
import { requestEntry } from '../../shared/requests/request.ts';
import { dynamoRequestStore } from '../../shared/requests/store.ts';
import { dynamoSessionStore } from '../../shared/sessions/store.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { openPorts, storesOn } from '../../shared/wiring/stores.ts';
import { commandLine } from '../support/command-line.ts';
import { deployFor, type TestDeployment } from '../support/deployment.ts';
import { aRequest } from '../support/requests.ts';
import { useEngine } from '../support/test-engine.ts';
import { anObservation, onEnforcementRun, play } from '../unit/notifications/observed.ts';
import { requestedActions } from './requested-actions.ts';

const chat = 'https://hooks.slack.example/services/T0/secret';
const night = ['--at', '2026-03-15T02:30:00Z'];
const declaration: FunctionDeclaration = adminApi;

const engine = useEngine();
let deployment: TestDeployment;
let folder = '';
let curfew: ReturnType<typeof commandLine>;
let isLosing = false;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'curfew-admin-api-'));
  deployment = await deployFor(engine, '2026-03-15', Date.parse(night[1] ?? ''));
  curfew = commandLine({ env: { ...deployment.env, CURFEW_DEPLOYMENT: 'prod/acme' }, answer: true });
  writeFileSync(join(folder, 'budgets.csv'), 'scope,window,amount\ndefault,month,800000\nteam:web,month,5\n');
  writeFileSync(join(folder, 'teams.csv'), 'team,member\nweb,*@web.example\n');
});

afterAll(async () => {
  await deployment.close();
  rmSync(folder, { recursive: true });
});

test('what the admin API may do with its tables is what its operations do, no less and no more, and it starts every job that people start', async () => {
  const lambda = vi.spyOn(LambdaClient.prototype, 'send');
  const requested = watchApi(deployment.apiDynamo);

  await all([
    ['budgets', 'set', 'default', 'month', '900000'],
    ['run', 'enforce', ...night],
    ['run', 'controls', ...night],
  ]);
  await reading();
  await editing();
  await approving();
  await decidingOnControls();
  await decidingOnARequest();
  await takingAnEvent();

  expect([...requested].toSorted()).toEqual(grantsOnTables());
  const started = new Set(lambda.mock.calls.map(([{ input }]) => Reflect.get(input, 'FunctionName')));
  expect(started).toEqual(new Set(byHandJobs.map(({ name }) => deployment.parts.functions[name])));
  // Every command that people have, one after the other.
}, 180_000);

const bounced: Recipient = {
  address: 'ann@acme.example',
  trouble: {
    cause: 'bounce',
    since: '2026-03-15T09:00:00.000Z',
    at: '2026-03-15T09:00:00.000Z',
    detail: 'no such mailbox',
  },
  version: 0,
};

/** What the function asks of its tables from now on. */
function watchApi(dynamo: DynamoDBDocumentClient): ReadonlySet<string> {
  const requested = new Set<string>();
  const send = dynamo.send.bind(dynamo);
  const watched = async (command: unknown) => {
    requestedActions(command).forEach((action) => requested.add(action));
    if (isLosing && command instanceof TransactWriteCommand) {
      throw lostRace(command.input.TransactItems?.length ?? 1);
    }
    return send(command as PutCommand);
  };
  vi.spyOn(dynamo, 'send').mockImplementation((...call: readonly unknown[]): unknown => watched(call[0]));
  return requested;
}

function lostRace(parts: number): TransactionCanceledException {
  const CancellationReasons = Array.from({ length: parts }, (_, at) => ({
    Code: at === 0 ? 'ConditionalCheckFailed' : 'None',
  }));
  return new TransactionCanceledException({ message: 'lost', $metadata: {}, CancellationReasons });
}

async function reading(): Promise<void> {
  // A row that cannot be read is looked up in its history.
  const spoiled = { scope: 'team:none', window: 'month', amount: 'much' };
  await engine.dynamo().send(new PutCommand({ TableName: deployment.tables.budgets, Item: spoiled }));
  const [run] = (await curfew('runs', 'list', '--json')).read(z.array(z.object({ run: z.string() })));
  const [cap] = (await curfew('caps', ...night, '--json')).read(z.array(z.object({ email: z.string() })));
  const period = ['--from', '2026-01-01', '--to', '2026-12-31', '--out', join(folder, 'evidence')];
  const later = ['--at', '2026-03-15T02:40:00Z'];
  await all([
    ['budgets', 'set', 'default', 'month', '300000'],
    ['run', 'enforce', ...later],
    ['status', ...later],
    ['pools', ...night],
    ['forecast', ...night],
    ['budgets', 'list'],
    ['budgets', 'show', 'default'],
    ['budgets', 'history', 'default', 'month'],
    ['budgets', 'history'],
    ['budgets', 'export'],
    ['teams', 'list'],
    ['teams', 'history'],
    ['topup', 'list'],
    ['topup', 'history'],
    ['exempt', 'list'],
    ['exempt', 'history'],
    ['plan', ...night],
    ['explain', cap?.email ?? '', ...night],
    ['usage', ...night],
    ['usage', cap?.email ?? '', ...night],
    ['runs', 'show', run?.run ?? ''],
    ['plans', 'list'],
    ['journal', '--from', '2026-03-15', '--through', '2026-03-20'],
    ['alerts', 'list', '--all'],
    ['alerts', 'unreachable', 'list'],
    ['controls', 'list'],
    ['controls', 'show', '2'],
    ['controls', 'diff', '1', '2'],
    ['controls', 'baseline', 'show'],
    ['controls', 'verify'],
    ['controls', 'export', ...period],
    ['exceptions', 'list'],
    ['sessions', 'list'],
    ['sessions', 'costs'],
    ['backtest', '--pool', '100000'],
    ['suggest', ...night],
    ['settings', 'show'],
    ['sessions', 'policies', 'list'],
    ['fleet', 'list'],
    ['readiness', 'list'],
    ['readiness', 'targets', 'history'],
  ]);
  await all([['plans', 'show', 'none']], [1]);
}

async function editing(): Promise<void> {
  const { states } = play([onEnforcementRun('2026-03-11', { observed: [anObservation({ severity: 'high' })] })]);
  await dynamoAlertStore(engine.dynamo(), deployment.tables.alerts).put(states);
  const [alert] = (await curfew('alerts', 'list', '--json')).read(z.array(z.object({ id: z.string() })));
  await dynamoRecipientStore(engine.dynamo(), deployment.tables.recipients).replace(bounced);
  await all([['topup', 'add', 'team:web', '5', '--reason', 'r']]);
  const listed = (await curfew('topup', 'list', '--json')).read(z.array(z.object({ id: z.string() })));
  await all([
    ['budgets', 'set', 'org', 'month', '90000000'],
    ['budgets', 'rm', 'org', 'month'],
    ['budgets', 'import', join(folder, 'budgets.csv'), '--prune', '--yes'],
    ['teams', 'set', 'web', '--member', '*@web.example'],
    ['teams', 'import', join(folder, 'teams.csv'), '--yes'],
    ['teams', 'rm', 'web'],
    ['topup', 'end', listed[0]?.id ?? ''],
    ['exempt', 'add', 'ann@acme.example', '--until', '2099-01-01', '--reason', 'incident'],
    ['exempt', 'end', 'ann@acme.example'],
    ['alerts', 'ack', alert?.id ?? '', '--reason', 'load test'],
    ['alerts', 'unreachable', 'clear', bounced.address],
    ['fleet', 'set', 'builder'],
    ['fleet', 'rm', 'builder'],
    ['channels', 'add', 'finops', '--kind', 'slack', '--address', chat],
  ]);
  // What the API seals, the mailer opens, and the table does not show.
  const { connections } = openPorts(mailsJob.ports, { dynamo: engine.dynamo(), tables: deployment.tables });
  const opened = await sealedConnections(
    connections,
    sealer(async () => Promise.resolve(deployment.linkKey)),
  ).read();
  expect(opened).toEqual({ finops: { kind: 'slack', address: chat } });
  expect(JSON.stringify([...(await connections.list())])).not.toContain('slack');
  await all([['channels', 'rm', 'finops']]);
  expect([...(await connections.list())]).toEqual([]);
  // Whoever loses a race looks at what stands there now.
  isLosing = true;
  await all(
    [
      ['budgets', 'set', 'org', 'month', '70000000'],
      ['teams', 'set', 'ops', '--member', '*@ops.example'],
      ['topup', 'add', 'ann@acme.example', '6', '--reason', 'release'],
      ['fleet', 'set', 'lost'],
    ],
    [1],
  );
  isLosing = false;
}

async function approving(): Promise<void> {
  const Held = z.object({ held: z.object({ plan: z.string() }) });
  const heldPlan = async () => (await curfew('run', 'enforce', ...night, '--json')).read(Held).held.plan;
  await all([['budgets', 'set', 'default', 'month', '300000']]);
  const first = await heldPlan();
  // A computer that is missing, as a run has read it: its creation is proposed.
  await all([['fleet', 'set', 'missing']]);
  await dynamoComputerStore(engine.dynamo(), deployment.tables.computers).put([
    { name: 'missing', readAt: '2026-03-15T02:00:00.000Z', attempts: [] },
  ]);
  const session = await taggedSession();
  await all([
    ['sessions', 'policies', 'set', 'all', '--actions', 'tag', '--mode', 'act'],
    ['sessions', 'restore', session],
    ['sessions', 'policies', 'rm', 'all'],
    ['apply', ...night],
    ['reject', first],
    ['fleet', 'apply', ...night],
    ...byHandJobs.map(({ name }) => ['run', name, ...night]),
    ['budgets', 'set', 'default', 'month', '310000'],
  ]);
  await all([['approve', await heldPlan()]]);
}

async function decidingOnControls(): Promise<void> {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const permit = ['--owner', 'lead@acme.example', '--ticket', 'T-1', '--reason', 'r', '--until', until];
  await all([['exceptions', 'add', 'telemetry.**', ...permit]]);
  const [exception] = (await curfew('exceptions', 'list', '--json')).read(z.array(z.object({ id: z.string() })));
  const gap = anObservation({ topic: 'history-gap', key: 'gap/1' });
  const { states } = play([onEnforcementRun('2026-03-11', { observed: [gap] })]);
  await dynamoAlertStore(engine.dynamo(), deployment.tables.alerts).put(states);
  await all([
    ['controls', 'announce', 'sandbox.**', '--ticket', 'T-2', '--note', 'planned', '--until', until],
    ['controls', 'ack', '2', '--reason', 'looked at'],
    ['controls', 'ack', 'gap/1', '--reason', 'asked the platform'],
    ['controls', 'baseline', 'approve', '2'],
    ['exceptions', 'end', exception?.id ?? ''],
  ]);
}

async function decidingOnARequest(): Promise<void> {
  const now = new Date().toISOString();
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const request = aRequest({ id: `${now.slice(0, 7)}-0123456789ab`, askedAt: now, until });
  const { requests, grants, versions, journal } = deployment.tables;
  const store = dynamoRequestStore(engine.dynamo(), { requests, grants, versions, journal });
  await store.put(request, requestEntry(request, 'asked'));
  await all([
    ['requests', 'list'],
    ['requests', 'deny', request.id, '--reason', 'not this week'],
  ]);
}

/** A hook reports, under a token that is then revoked. */
async function takingAnEvent(): Promise<void> {
  const [dynamo, { tables }] = [deployment.apiDynamo, deployment];
  const hookTokens = dynamoHookTokenStore(dynamo, tables);
  const text = hookTokenText('t'.repeat(43));
  const clock = { now: () => Date.now() };
  await makeToken({ hookTokens, clock }, { userId: 'u-ann', email: 'ann@acme.example' }, text);
  const stores = storesOn({ dynamo, tables });
  await storesOn({ dynamo: engine.dynamo(), tables }).live.putLow({ at: '2026-03-15T10:00:00Z', userIds: ['u-ann'] });
  const readSettings = () => ({ platformWindowAnchorDay: 1, unlimitedCredits: 1_000_000_000, live: { mode: 'on' } });
  const started: string[] = [];
  const { report } = hookReports({ ...stores, readSettings } as unknown as Installation, {
    clock,
    start: async ({ job }) => Promise.resolve(void started.push(job)),
    onError: (error) => expect(error).toBeUndefined(),
    file: () => '',
  });
  expect(await report(text, { event: 'Stop', sessionId: 's-1' })).toMatchObject({ kind: 'reported' });
  expect(started).toEqual(['live']);
  const [cap] = (await curfew('caps', ...night, '--json')).read(z.array(z.object({ email: z.string() })));
  const [token] = (await curfew('hook', 'tokens', 'list', '--json')).read(z.array(z.object({ token: z.string() })));
  await all([
    ['hook', 'invite', cap?.email ?? ''],
    ['hook', 'tokens', 'revoke', token?.token ?? ''],
  ]);
}

/** The id of a session that Curfew has tagged. */
async function taggedSession(): Promise<string> {
  const sessionId = 's-tagged';
  const at = { createdAtMs: 0, updatedAtMs: Date.now(), messageCount: 1, childIds: [] };
  const fields = { before: {}, after: { compactionCheck: true } } as const;
  const taken = { sessionId, kind: 'compaction', policy: 'all', reason: 'r', state: 'done', attempts: 1 } as const;
  const store = dynamoSessionStore(engine.dynamo(), deployment.tables.sessions);
  await store.put([{ sessionId, ...at }]);
  await store.putAction({ ...taken, ...fields, at: new Date(0).toISOString(), runId: 'r', version: 1 });
  return sessionId;
}

/** Rows that cannot be read and a plan that is held are good ends, too. */
async function all(commands: readonly (readonly string[])[], ends: readonly number[] = [0, 3, 4]): Promise<void> {
  for (const command of commands) {
    const { exitCode, stderr } = await curfew(...command);
    expect(ends, `${command.join(' ')}: ${stderr}`).toContain(exitCode);
  }
  await deployment.aws.settled();
}

function grantsOnTables(): readonly string[] {
  return declaration.tables
    .flatMap(({ table, index, actions }) =>
      actions.map((action) => `${deployment.tables[table]}${index === undefined ? '' : `/index/${index}`} ${action}`),
    )
    .toSorted();
}
