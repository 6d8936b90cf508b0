import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';

import { people } from '../../shared/kernel/access/contract.ts';
import type { TableGrant } from '../../shared/kernel/contract/tables.ts';
import { commandLine } from '../support/command-line.ts';
import { deployFor } from '../support/deployment.ts';
import { useEngine } from '../support/test-engine.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();
const at = '2026-03-15T02:30:00Z';

function named({ table, index, actions }: TableGrant): readonly string[] {
  const place = index === undefined ? table : `${table}/index/${index}`;
  return actions.map((action) => `${place} ${action}`);
}

test('what the policy of operators lets the doctor do with items is what it does, no less and no more', async () => {
  const deployment = await deployFor(engine, '2026-03-15', Date.parse(at));
  const curfew = commandLine({ env: { ...deployment.env, CURFEW_DEPLOYMENT: 'prod/acme' }, answer: true });
  await curfew('run', 'enforce', '--at', at);
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');

  await curfew('doctor');

  const commands = send.mock.calls.map(([command]) => command);
  // What it may see of tables stands in statements of its own.
  const onItems = commands.filter(({ constructor: { name } }) => !/^(?:Describe|GetResourcePolicy)/u.test(name));
  const requested = new Set(onItems.flatMap(requestedActions));
  const keys = Object.entries(deployment.tables).map(([key, name]) => [name, key] as const);
  const byKey = [...requested].map((action) => keys.reduce((text, [name, key]) => text.replace(name, key), action));
  await deployment.close();
  expect(byKey.toSorted()).toEqual(people.operator.tables.flatMap(named).toSorted());
});
