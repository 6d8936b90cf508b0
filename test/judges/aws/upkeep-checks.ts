import { DeleteItemCommand, DescribeTableCommand, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import { GetAliasCommand, ListDurableExecutionsByFunctionCommand } from '@aws-sdk/client-lambda';

import { invariant } from '../../../shared/kernel/invariant.ts';
import { eventually } from './account.ts';
import { fail, type Check, type Scene } from './scene.ts';

/** What is done to a deployment over the years, in this order. */
export const upkeepChecks: readonly Check[] = [
  {
    sentence: 'doctor finds nothing that failed',
    async judge({ curfew }) {
      const said = await curfew('doctor');
      if (/^ {2}failed/mu.test(said)) {
        fail(said);
      }
    },
  },
  {
    sentence: 'restore puts the lost items of a closed table back from a copy, and its policy on again',
    async judge({ account: { clients, itemsOf, keys }, parts: { tables }, tree }) {
      const { dynamo } = clients;
      const copy = 'restored';
      const before = await itemsOf(tables.ledger);
      const point = { SourceTableName: tables.ledger, TargetTableName: copy, UseLatestRestorableTime: true };
      await dynamo.send(new RestoreTableToPointInTimeCommand(point));
      await eventually('the copy', async () => {
        const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: copy }));
        return Table?.TableStatus === 'ACTIVE' ? true : undefined;
      });
      for (const { day, userId } of before.slice(0, lostItems)) {
        const Key = { day: { S: String(day) }, userId: { S: String(userId) } };
        await dynamo.send(new DeleteItemCommand({ TableName: tables.ledger, Key }));
      }
      const lost = (await itemsOf(tables.ledger)).length;
      const said = await tree.curfew(keys, ['restore', 'ledger', '--from', copy, '--yes']);
      const after = (await itemsOf(tables.ledger)).length;
      if (lost === before.length || after !== before.length || !said.includes('policy is back')) {
        fail(`${before.length} items, ${lost} after the loss, ${after} after: ${said}`);
      }
    },
  },
  {
    sentence:
      'an upgrade lets a run in flight end with the version that it began with, and later runs begin with the new',
    judge: judgeUpgrade,
  },
  {
    sentence: 'destroy --keep-data and deploying again goes on with the budgets, keys and evidence that were kept',
    async judge(scene) {
      const { tree, account, curfew, parts } = scene;
      const kept = (await account.itemsOf(parts.tables.budgets)).length;
      await tree.script('destroy', '--keep-data', '--yes');
      await tree.script('deploy', '--yes');
      await account.openDoor();
      const said = await curfew('run', 'enforce');
      const whole = await curfew('controls', 'verify');
      const budgets = (await account.itemsOf(parts.tables.budgets)).length;
      if (!/^Status +complete$/mu.test(said) || !whole.includes('is whole') || budgets !== kept || kept === 0) {
        fail(`${budgets} of ${kept} budgets; ${said}; ${whole}`);
      }
    },
  },
];

const lostItems = 5;
const waitSeconds = 20;

/** A run waits for the platform while the next version is deployed over it. */
async function judgeUpgrade(scene: Scene): Promise<void> {
  const { platform, curfew, tree, config, limits, users } = scene;
  const before = await liveVersion(scene);
  const refusal = { fault: 'status', status: 429, headers: { 'retry-after': String(waitSeconds) }, times: 1_000 };
  const path = '/api/v0/organization/usage/limits/users';
  await post(`${platform}/__sim/faults`, { match: { method: 'PUT', path }, ...refusal });
  await curfew('budgets', 'set', 'default', 'month', '800000', '--yes');
  const run = await eventually('a run that waits', async () => (await running(scene))[0]);
  tree.configure(nextVersion(config));
  await tree.script('deploy', '--yes');
  const after = await liveVersion(scene);
  const isWaiting = (await running(scene)).includes(run);
  await fetch(`${platform}/__sim/faults`, { method: 'DELETE' });
  await eventually('limits of 800,000', async () => {
    const all = Object.values(await limits());
    return all.filter((limit) => limit === 800_000).length === users ? true : undefined;
  });
  await eventually('the end of the run', async () => ((await running(scene)).length === 0 ? true : undefined));
  await curfew('run', 'enforce');
  const versions = (await executions(scene)).map(({ version }) => version);
  if (before === after || !isWaiting || versionOf(run) !== before || !versions.includes(after)) {
    fail(
      `from ${before} to ${after}; ${run} ${isWaiting ? 'was waiting' : 'had ended'}; runs are of ${versions.join()}`,
    );
  }
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    fail(`${url} answers ${answer.status}: ${await answer.text()}`);
  }
}

function nextVersion(config: Scene['config']): Scene['config'] {
  return {
    ...config,
    organizations: config.organizations.map((each) => ({
      ...each,
      settings: { ...each.settings, rereadDays: 9 },
    })),
  };
}

function enforceOf({ parts }: Scene): string {
  const arn = parts.functions['enforce'];
  invariant(arn !== undefined, 'enforce can be started by hand');
  return arn.replace(/:live$/u, '');
}

async function liveVersion(scene: Scene): Promise<string> {
  const FunctionName = enforceOf(scene);
  const alias = await scene.account.clients.lambda.send(new GetAliasCommand({ FunctionName, Name: 'live' }));
  return alias.FunctionVersion ?? '';
}

function versionOf(execution: string): string {
  return /:(\d+|\$LATEST)\/durable-execution\//u.exec(execution)?.[1] ?? '';
}

async function executions(scene: Scene) {
  const asked = new ListDurableExecutionsByFunctionCommand({ FunctionName: enforceOf(scene) });
  const { DurableExecutions = [] } = await scene.account.clients.lambda.send(asked);
  return DurableExecutions.map(({ DurableExecutionArn = '', Status }) => {
    return { arn: DurableExecutionArn, version: versionOf(DurableExecutionArn), status: Status };
  });
}

async function running(scene: Scene): Promise<readonly string[]> {
  return (await executions(scene)).filter(({ status }) => status === 'RUNNING').map(({ arn }) => arn);
}
