import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTables, localTableNames } from '../../../../local/storage/create-tables.ts';
import { startEngine, type Engine } from '../../../../local/storage/engine.ts';
import { refuseEarlierLedger } from '../../../../local/storage/refuse-earlier-ledger.ts';
import { createDynamo } from '../../../../shared/kernel/store/create-dynamo.ts';
import { dynamoLedgerStore } from '../../../../shared/ledger/store/dynamo-ledger-store.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(async () => engine.close());

test('a ledger that an earlier version kept is refused with what to save and how to go on; one of now is not', async () => {
  const dynamo = createDynamo(engine);
  const { ledger } = localTableNames('earlier-');
  await createTables(dynamo, localTableNames('earlier-'));
  const store = dynamoLedgerStore(dynamo, ledger);
  const refuse = async () => refuseEarlierLedger(dynamo, ledger, '.curfew');

  await store.putDay(aLedgerDay({ day: '2026-03-14' }));
  await store.putRows('2026-03-14', [{ userId: 'ann', email: 'ann@acme.example', credits: 5 }]);
  await expect(refuse()).resolves.toBeUndefined();

  const Item = { day: '2026-03-14', userId: 'ann', credits: 5, email: 'ann@acme.example' };
  await dynamo.send(new PutCommand({ TableName: ledger, Item }));
  await expect(refuse()).rejects.toThrow(/earlier version.*budgets export.*--fresh/u);
});
