import { BatchExecuteStatementCommand, ExecuteStatementCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';

import { pascalCase } from '../../infra/stack-names.ts';
import {
  tableDefinitions,
  type TableDefinition,
  type TableKey,
  type TableNames,
} from '../../shared/kernel/contract/tables.ts';
import { adoptEdit } from '../../shared/kernel/records/use-cases/adopt-edits.ts';
import { stores } from '../../shared/wiring/stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { policiesOf, type Policies, type Principal } from './evaluate-policies.ts';
import { requestedActions } from './requested-actions.ts';
import { buildApp, synthesize } from './synthesized.ts';

// Policies as they are deployed stand in front of the engine, and what somebody with tools of AWS would try is sent to it.

const engine = useEngine();
let tables: TableNames;
let policies: Policies;

beforeAll(async () => {
  // The organization that lets people edit tables directly.
  policies = policiesOf(synthesize(buildApp()).filter(({ id }) => id.startsWith('Curfew-test-globex-')));
  tables = await engine.freshTables();
  await Promise.all(keys.map(async (key) => engine.dynamo().send(new PutCommand(putOf(key, { by: 'curfew' })))));
}, 60_000);

const keys = Object.keys(tableDefinitions) as readonly TableKey[];
const definitions: Readonly<Record<TableKey, TableDefinition>> = tableDefinitions;
/** What people may write; all else is Curfew's alone. */
const edited: readonly TableKey[] = ['budgets', 'teams', 'grants'];
const closed = keys.filter((key) => !edited.includes(key) && key !== 'recipients');

/** The key of the one item that each table holds. */
function keyOf(key: TableKey): Readonly<Record<string, string>> {
  const { partitionKey, sortKey } = definitions[key];
  return { [partitionKey]: 'org', ...(sortKey !== undefined && { [sortKey]: 'month' }) };
}

function putOf(key: TableKey, item: Readonly<Record<string, unknown>>) {
  return { TableName: tables[key], Item: { ...keyOf(key), ...item } };
}

const ways = ['put', 'update', 'delete', 'batch', 'transaction', 'insert', 'statement', 'statements'] as const;

/** A command that overwrites or removes the item of a table. */
function attack(key: TableKey, way: (typeof ways)[number]) {
  const TableName = tables[key];
  const Key = keyOf(key);
  const item = { by: 'mallory', expiresAtMs: Date.parse('2099-01-01'), fence: 1e15 };
  const update = { TableName, Key, UpdateExpression: 'SET #by = :by', ...renamed('mallory') };
  const where = Object.entries(Key)
    .map(([name, value]) => `"${name}" = '${value}'`)
    .join(' AND ');
  const Statement = `UPDATE "${TableName}" SET "by" = 'mallory' WHERE ${where}`;
  switch (way) {
    case 'put':
      return new PutCommand(putOf(key, item));
    case 'update':
      return new UpdateCommand(update);
    case 'delete':
      return new DeleteCommand({ TableName, Key });
    case 'batch':
      return new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } });
    case 'transaction':
      return new TransactWriteCommand({ TransactItems: [{ Update: update }] });
    case 'insert': {
      const values = Object.entries({ ...Key, [Object.keys(Key)[0] ?? '']: 'planted' });
      return new ExecuteStatementCommand({
        Statement: `INSERT INTO "${TableName}" VALUE {${values.map(([name, value]) => `'${name}': '${value}'`).join(', ')}}`,
      });
    }
    case 'statement':
      return new ExecuteStatementCommand({ Statement });
    case 'statements':
      return new BatchExecuteStatementCommand({ Statements: [{ Statement }] });
  }
}

function renamed(value: string) {
  return { ExpressionAttributeNames: { '#by': 'by' }, ExpressionAttributeValues: { ':by': value } };
}

type Attack = ReturnType<typeof attack>;

/** Sends a command as somebody, unless a policy is in the way of any part of it. */
async function sendAs(principal: Principal, command: Attack): Promise<'done' | 'refused'> {
  if (!isAllowed(principal, command)) {
    return 'refused';
  }
  await engine.dynamo().send(command as PutCommand);
  return 'done';
}

function isAllowed(principal: Principal, command: Attack): boolean {
  return actionsOf(command).every(([table, action]) => policies.allows(principal, action, table));
}

/** Tables as the templates call them, with the actions that a command needs on them. */
function actionsOf(command: Attack): readonly (readonly [table: string, action: string])[] {
  if (command instanceof ExecuteStatementCommand || command instanceof BatchExecuteStatementCommand) {
    const { Statement = '' } =
      command instanceof ExecuteStatementCommand ? command.input : (command.input.Statements?.[0] ?? {});
    const [, verb = '', name = ''] = /^(INSERT|UPDATE|DELETE)[^"]*"([^"]+)"/u.exec(Statement) ?? [];
    return [[nameOf(name), `dynamodb:PartiQL${verb.charAt(0)}${verb.slice(1).toLowerCase()}`]];
  }
  return requestedActions(command).map((text) => {
    const [name = '', action = ''] = text.split(' ');
    return [nameOf(name), action] as const;
  });
}

function nameOf(tableName: string): string {
  return pascalCase(keys.find((key) => tables[key] === tableName) ?? '');
}

async function contents(key: TableKey): Promise<unknown> {
  return (await engine.dynamo().send(new ScanCommand({ TableName: tables[key] }))).Items;
}

/** Every attack on some tables by somebody; those that came through. */
async function attacksBy(principal: Principal, on: readonly TableKey[]): Promise<readonly string[]> {
  const through: string[] = [];
  for (const key of on) {
    for (const way of ways) {
      if ((await sendAs(principal, attack(key, way))) === 'done') {
        through.push(`${way} ${key}`);
      }
    }
  }
  return through;
}

test.each(['PeopleCaller', 'PeopleOperator', 'PeopleDirectEditor', 'administrator'])(
  'whoever has the policy %s writes no lease, run, limit, version, entry of the journal or link of the evidence, in no way',
  async (policy) => {
    const principal = policy === 'administrator' ? policies.administrator : policies.personWith(policy);
    const before = await Promise.all(closed.map(contents));

    expect(await attacksBy(principal, closed)).toEqual([]);
    expect(await Promise.all(closed.map(contents))).toEqual(before);
    const isKept = (key: TableKey) => definitions[key].timeToLiveAttribute === undefined;
    expect(
      closed.filter(isKept).filter((key) => policies.allows(principal, 'dynamodb:UpdateTimeToLive', pascalCase(key))),
    ).toEqual([]);
  },
);

test('who may only call the admin API writes no budget either, and a direct editor puts and deletes rows of three tables', async () => {
  const editor = policies.personWith('PeopleDirectEditor');

  expect(await attacksBy(policies.personWith('PeopleCaller'), edited)).toEqual([]);
  expect(await attacksBy(editor, ['recipients'])).toEqual([]);
  const tried = await attacksBy(editor, edited);
  expect(tried).toEqual(edited.flatMap((key) => ['put', 'delete'].map((way) => `${way} ${key}`)));
});

test('a row that a direct editor puts is adopted by nobody known, whatever author it claims', async () => {
  const on = { dynamo: engine.dynamo(), tables };
  const ports = { budgets: stores.budgets(on), teams: stores.teams(on), grants: stores.grants(on) };
  const row = { amount: 5, updatedBy: 'cfo@acme.example', version: 7 };
  const put = new PutCommand({
    TableName: tables.budgets,
    Item: { scope: 'user:mallory@acme.example', window: 'month', ...row },
  });

  const sent = await sendAs(policies.personWith('PeopleDirectEditor'), put);
  const key = { scope: 'user:mallory@acme.example', window: 'month' };
  const adopted = await adoptEdit(ports, { table: 'budgets', ...key }, '2026-03-15T10:00:00.000Z');

  expect([sent, adopted]).toEqual(['done', 'adopted']);
  expect(await ports.budgets.listVersions(key)).toMatchObject([{ by: 'unknown', way: 'direct-edit' }]);
});

test('a function writes the tables that are its own: that of the controls no limit, that of the admin API no limit and no run', async () => {
  const came = async (role: string, on: readonly TableKey[]) => attacksBy(policies.roleNamed(role), on);

  expect(await came('Anchors', ['limits', 'ledger', 'budgets', 'versions', 'grants', 'plans'])).toEqual([]);
  expect(await came('Door', ['limits', 'ledger', 'users', 'runs', 'revisions', 'outbox'])).toEqual([]);
  expect(await came('Edits', ['limits', 'leases', 'runs', 'evidence', 'requests'])).toEqual([]);
  // History is only ever put, under a condition that refuses to replace.
  const history = ['journal', 'versions', 'evidence', 'revisions'] as const;
  const changing = policies.roles.flatMap((role) => {
    const principal = policies.roleNamed(role);
    return history.flatMap((key) =>
      ways.filter((way) => way !== 'put' && isAllowed(principal, attack(key, way))).map((way) => [role, key, way]),
    );
  });
  expect(changing).toEqual([]);
});

test('each of these attacks would change its table where no policy is in the way', async () => {
  // Every table, and every way some times.
  for (const [index, key] of closed.entries()) {
    const way = ways[index % ways.length] ?? 'put';
    await engine.dynamo().send(new PutCommand(putOf(key, { by: 'curfew' })));
    const before = await contents(key);
    await engine.dynamo().send(attack(key, way) as PutCommand);

    expect([key, way, await contents(key)]).not.toEqual([key, way, before]);
  }
});
