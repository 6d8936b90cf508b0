import { DeleteItemCommand, DescribeTableCommand, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import { GetAliasCommand, ListDurableExecutionsByFunctionCommand } from '@aws-sdk/client-lambda';

import { invariant } from '../../../shared/kernel/invariant.ts';
import { eventually } from './account.ts';
import { fail, type Check, type Scene } from './scene.ts';

/** What is done to a deployment over the years, in this order. */
export const upkeepChecks: readonly Check[] = [
  {
    sentence:
      'an upgrade lets a run in flight end with the version that it began with, and later runs begin with the new',
    judge: judgeUpgrade,
  },
  {
    sentence: 'doctor looks at everything with CallerPolicy and OperatorPolicy, and finds nothing that failed',
    async judge({ curfew }) {
      const said = await curfew('doctor');
      if (/^ {2}failed|not looked at/mu.test(said)) {
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

/** Looked at last, since every call of the above was judged by it. */
export const rightsCheck: Check = {
  sentence: 'all of this needed no right that the roles of the functions, CallerPolicy and OperatorPolicy do not give',
  async judge({ account }) {
    const missing = account.refusals().filter((line) => /assumed-role\/(?:Curfew-|Judge)/u.test(line));
    if (missing.length > 0) {
      fail(missing.join('; '));
    }
  },
};

const lostItems = 5;
const waitSeconds = 45;

/** A run waits for the platform while the next version is deployed over it. */
async function judgeUpgrade(scene: Scene): Promise<void> {
  const { platform, curfew, tree, config, limits, users } = scene;
  const before = await liveVersion(scene);
  const running = async () => {
    const found = (await executions(scene, before)).filter(({ status }) => status === 'RUNNING');
    return found.map(({ arn }) => arn);
  };
  const refusal = { fault: 'status', code: 429, retryAfter: waitSeconds, times: 1_000 };
  const path = '/api/v0/organization/usage/limits/users';
  await post(`${platform}/__sim/faults`, { match: { method: 'PUT', path }, ...refusal });
  let run: string;
  let isWaiting: boolean;
  try {
    await curfew('budgets', 'set', 'default', 'month', '800000', '--yes');
    run = await eventually('a run that waits', async () => (await running())[0]);
    tree.upgrade();
    tree.configure(nextVersion(config));
    await tree.script('deploy', '--yes');
    isWaiting = (await running()).includes(run);
  } finally {
    await fetch(`${platform}/__sim/faults`, { method: 'DELETE' });
  }
  const after = await liveVersion(scene);
  await eventually('limits of 800,000', async () => {
    const all = Object.values(await limits());
    return all.filter((limit) => limit === 800_000).length === users ? true : undefined;
  });
  await eventually('the end of the run', async () => ((await running()).length === 0 ? true : undefined));
  await curfew('run', 'enforce');
  const ofNew = (await executions(scene, after)).length;
  if (before === after || !isWaiting || ofNew === 0) {
    const state = isWaiting ? 'was waiting' : 'had ended';
    fail(
      `from version ${before} to ${after}; ${run} ${state} when that was deployed; ${ofNew} runs are of the new one`,
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

async function executions(scene: Scene, version: string) {
  const asked = new ListDurableExecutionsByFunctionCommand({ FunctionName: enforceOf(scene), Qualifier: version });
  const { DurableExecutions = [] } = await scene.account.clients.lambda.send(asked);
  return DurableExecutions.map(({ DurableExecutionArn = '', Status }) => ({
    arn: DurableExecutionArn,
    status: Status,
  }));
}
