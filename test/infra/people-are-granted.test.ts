import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { jobs } from '../../functions/jobs.ts';
import { byHandJobs } from '../../functions/jobs.ts';
import { dynamoSessionStore } from '../../shared/adapters/dynamo/watchers/dynamo-session-store.ts';
import { dynamoComputerStore } from '../../shared/adapters/dynamo/watchers/dynamo-computer-store.ts';
import { dynamoAlertStore } from '../../shared/adapters/dynamo/mail/dynamo-alert-store.ts';
import { deploymentParameters } from '../../shared/contracts/deployment-parts.ts';
import { people, type Person } from '../../shared/contracts/people.ts';
import { commandLine } from '../support/command-line.ts';
import { deployFor, type TestDeployment } from '../support/deployment.ts';
import { cancelled, startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { useEngine } from '../support/test-engine.ts';
import { anObservation, onEnforcementRun, play } from '../unit/domain/notifications/observed.ts';
import { requestedActions } from './requested-actions.ts';

const night = ['--at', '2026-03-15T02:30:00Z'];

const engine = useEngine();
let deployment: TestDeployment;
let proxy: FaultProxy;
let folder = '';
let curfew: ReturnType<typeof commandLine>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'curfew-people-'));
  deployment = await deployFor(engine, '2026-03-15', Date.parse(night[1] ?? ''));
  proxy = await startFaultProxy(engine.endpoint());
  const env = { ...deployment.env, AWS_ENDPOINT_URL_DYNAMODB: proxy.url, CURFEW_DEPLOYMENT: 'prod/acme' };
  curfew = commandLine({ env, answer: true });
  writeFileSync(join(folder, 'budgets.csv'), 'scope,window,amount\ndefault,month,800000\nteam:web,month,5\n');
  writeFileSync(join(folder, 'teams.csv'), 'team,member\nweb,*@web.example\n');
  await curfew('budgets', 'set', 'default', 'month', '900000');
  await curfew('run', 'enforce', ...night);
  await curfew('run', 'controls', ...night);
});

afterAll(async () => {
  await proxy.close();
  await deployment.close();
  rmSync(folder, { recursive: true });
});

test('a reader may do what reading commands ask of AWS, no less and no more', async () => {
  // A row that cannot be read is looked up in its history.
  const spoiled = { scope: 'team:none', window: 'month', amount: 'much' };
  await engine.dynamo().send(new PutCommand({ TableName: deployment.tables.budgets, Item: spoiled }));
  const [run] = (await curfew('runs', 'list', '--json')).read(z.array(z.object({ run: z.string() })));
  const [cap] = (await curfew('caps', ...night, '--json')).read(z.array(z.object({ email: z.string() })));
  const period = ['--from', '2026-01-01', '--to', '2026-12-31', '--out', join(folder, 'evidence')];

  // The status asks whether somebody has decided on the plan of a run that was held.
  const later = ['--at', '2026-03-15T02:40:00Z'];
  await curfew('budgets', 'set', 'default', 'month', '300000');
  await curfew('run', 'enforce', ...later);

  const requested = await requestedBy([
    ['status', ...later],
    ['pools', ...night],
    ['forecast', ...night],
    ['budgets', 'list'],
    ['budgets', 'show', 'default'],
    ['budgets', 'history', 'default', 'month'],
    ['budgets', 'history'],
    ['budgets', 'export'],
    ['teams', 'list'],
    ['teams', 'export'],
    ['topup', 'list'],
    ['exempt', 'list'],
    ['plan', ...night],
    ['caps', ...night],
    ['explain', cap?.email ?? '', ...night],
    ['usage', ...night],
    ['usage', cap?.email ?? '', ...night],
    ['backtest', '--pool', '100000'],
    ['runs', 'list'],
    ['runs', 'show', run?.run ?? ''],
    ['plans', 'list'],
    ['journal', '--from', '2026-03-15'],
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
    ['sessions', 'policies', 'list'],
    ['fleet', 'list'],
    ['readiness', 'list'],
    ['readiness', 'targets', 'history'],
  ]);
  const missing = await requestedBy([['plans', 'show', 'none']], [1]);

  expect([...new Set([...requested, ...missing])].toSorted()).toEqual(grantsOf('reader'));
  // Every reading command, one after the other.
}, 120_000);

test('who edits budgets may do what those commands ask of AWS beside reading, no less and no more', async () => {
  const { states } = play([onEnforcementRun('2026-03-11', { observed: [anObservation({ severity: 'high' })] })]);
  await dynamoAlertStore(engine.dynamo(), deployment.tables.alerts).put(states);
  const [alert] = (await curfew('alerts', 'list', '--json')).read(z.array(z.object({ id: z.string() })));
  const idOf = async (): Promise<string> => {
    const listed = await curfew('topup', 'list', '--json');
    return listed.read(z.array(z.object({ id: z.string() })))[0]?.id ?? '';
  };
  await curfew('topup', 'add', 'team:web', '5', '--reason', 'r');

  const requested = await requestedBy([
    ['budgets', 'set', 'org', 'month', '90000000'],
    ['budgets', 'set', 'org', 'month', '80000000'],
    ['budgets', 'rm', 'org', 'month'],
    ['budgets', 'import', join(folder, 'budgets.csv'), '--prune', '--yes'],
    ['teams', 'set', 'web', '--member', '*@web.example'],
    ['teams', 'import', join(folder, 'teams.csv'), '--yes'],
    ['teams', 'rm', 'web'],
    ['topup', 'add', 'ann@acme.example', '5', '--reason', 'release'],
    ['topup', 'end', await idOf()],
    ['exempt', 'add', 'ann@acme.example', '--until', '2099-01-01', '--reason', 'incident'],
    ['exempt', 'end', 'ann@acme.example'],
    ['alerts', 'ack', alert?.id ?? '', '--reason', 'load test'],
    ['fleet', 'set', 'builder'],
    ['fleet', 'rm', 'builder'],
  ]);
  // Whoever loses a race looks at what stands there now.
  proxy.spoil({ operation: 'TransactWriteItems', fault: cancelled('ConditionalCheckFailed', 'None') });
  const lost = [
    ['budgets', 'set', 'org', 'month', '70000000'],
    ['teams', 'set', 'ops', '--member', '*@ops.example'],
    ['topup', 'add', 'ann@acme.example', '6', '--reason', 'release'],
    ['fleet', 'set', 'lost'],
  ];
  const losing = await requestedBy(lost, [1]);
  proxy.reset();

  expect(beside([...new Set([...requested, ...losing])].toSorted(), 'reader')).toEqual(grantsOf('budget-admin'));
});

test('who approves may do what runs and plans ask of AWS beside reading, no less and no more', async () => {
  await curfew('budgets', 'set', 'default', 'month', '300000');
  const Held = z.object({ held: z.object({ plan: z.string() }) });
  const heldPlan = async () => (await curfew('run', 'enforce', ...night, '--json')).read(Held).held.plan;
  const first = await heldPlan();
  // A computer that is missing, as a run has read it: its creation is proposed.
  await curfew('fleet', 'set', 'missing');
  await dynamoComputerStore(engine.dynamo(), deployment.tables.computers).put([
    { name: 'missing', readAt: '2026-03-15T02:00:00.000Z', attempts: [] },
  ]);

  const policy = ['sessions', 'policies', 'set', 'all', '--actions', 'tag', '--mode', 'act'];
  const session = await taggedSession();

  const requested = await requestedBy([
    policy,
    ['run', 'sessions', ...night],
    ['sessions', 'restore', session],
    ['sessions', 'policies', 'rm', 'all'],
    ['apply', ...night],
    ['reject', first],
    ['fleet', 'apply', ...night],
    ...byHandJobs.filter(({ byHand }) => byHand.by === 'approver').map(({ name }) => ['run', name, ...night]),
  ]);
  await curfew('budgets', 'set', 'default', 'month', '310000');
  const second = await heldPlan();
  const approving = await requestedBy([['approve', second]]);
  proxy.spoil({ operation: 'TransactWriteItems', fault: cancelled('ConditionalCheckFailed', 'None', 'None') });
  const losing = await requestedBy([policy], [1]);
  proxy.reset();

  const all = [...new Set([...requested, ...approving, ...losing])].toSorted();
  expect(beside(all, 'reader')).toEqual(grantsOf('approver'));
});

test('who answers for the controls may do what deciding on them asks of AWS beside reading, no less and no more', async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const permit = ['--owner', 'lead@acme.example', '--ticket', 'T-1', '--reason', 'r', '--until', until];
  await curfew('exceptions', 'add', 'telemetry.**', ...permit);
  const [exception] = (await curfew('exceptions', 'list', '--json')).read(z.array(z.object({ id: z.string() })));

  const gap = anObservation({ topic: 'history-gap', key: 'gap/1' });
  const { states } = play([onEnforcementRun('2026-03-11', { observed: [gap] })]);
  await dynamoAlertStore(engine.dynamo(), deployment.tables.alerts).put(states);

  const requested = await requestedBy([
    ['run', 'controls', ...night],
    ['controls', 'ack', '2', '--reason', 'looked at'],
    ['controls', 'ack', 'gap/1', '--reason', 'asked the platform'],
    ['controls', 'baseline', 'approve', '2'],
    ['exceptions', 'add', 'sandbox.**', ...permit],
    ['exceptions', 'end', exception?.id ?? ''],
  ]);

  expect(beside(requested, 'reader')).toEqual(grantsOf('controls-admin'));
});

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

/** What those commands ask of AWS, as `RESOURCE action`; what the functions do meanwhile is not theirs. */
async function requestedBy(
  commands: readonly (readonly string[])[],
  // Rows that cannot be read and a plan that is held are good ends here.
  ends: readonly number[] = [0, 3, 4],
): Promise<readonly string[]> {
  const tables = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  const ssm = vi.spyOn(SSMClient.prototype, 'send');
  const lambda = vi.spyOn(LambdaClient.prototype, 'send');
  for (const command of commands) {
    const { exitCode, stderr } = await curfew(...command);
    expect(ends, `${command.join(' ')}: ${stderr}`).toContain(exitCode);
  }
  await deployment.aws.settled();
  const own = tables.mock.calls.filter((_, index) => tables.mock.contexts[index] !== engine.dynamo());
  const requested = [
    ...own.flatMap(([command]) => requestedActions(command)),
    ...ssm.mock.calls.flatMap(([command]) => parameterActions(command)),
    ...lambda.mock.calls.flatMap(([command]) => functionActions(command)),
  ];
  vi.restoreAllMocks();
  return [...new Set(requested)].toSorted();
}

function parameterActions(command: unknown): readonly string[] {
  return command instanceof GetParametersCommand
    ? (command.input.Names ?? []).map((name) => `${name} ssm:GetParameters`)
    : ['another call'];
}

function functionActions(command: unknown): readonly string[] {
  return command instanceof InvokeCommand ? [`${command.input.FunctionName} lambda:InvokeFunction`] : ['another call'];
}

function beside(requested: readonly string[], person: Person): readonly string[] {
  return requested.filter((action) => !grantsOf(person).includes(action));
}

function grantsOf(person: Person): readonly string[] {
  const { tables, findsDeployment } = people[person];
  const startable = jobs.filter(({ byHand }) => byHand?.by === person);
  const parameters = Object.values(deploymentParameters({ stage: 'prod', organization: 'acme' }));
  const grants = [
    ...tables.flatMap(({ table, index, actions }) =>
      actions.map((action) => `${deployment.tables[table]}${index === undefined ? '' : `/index/${index}`} ${action}`),
    ),
    ...(findsDeployment ? parameters.map((name) => `${name} ssm:GetParameters`) : []),
    ...startable.map(({ name }) => `${Reflect.get(deployment.parts.functions, name)} lambda:InvokeFunction`),
  ];
  return grants.toSorted();
}
