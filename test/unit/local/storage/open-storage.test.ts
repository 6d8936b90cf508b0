import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { localTableNames } from '../../../../local/storage/create-tables.ts';
import { startEngine } from '../../../../local/storage/engine.ts';
import { namedEngine, openStorage } from '../../../../local/storage/open-storage.ts';
import { readStreams } from '../../../../local/storage/table-stream.ts';
import { dynamoLeaseStore } from '../../../../shared/kernel/runs/store/dynamo-lease-store.ts';
import { createDynamo } from '../../../../shared/kernel/store/create-dynamo.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const nowMs = Date.parse('2026-03-15T02:30:00Z');
const claim = { nowMs, durationMs: 600_000 };

const { pathOf } = useScratchFolder();

test('a lease of a run that was killed ends with it; one at an engine that runs on does not', async () => {
  const file = pathOf('tables.sqlite');
  const killed = await openStorage({ file });
  await dynamoLeaseStore(killed.dynamo, killed.tables.leases).acquire('limits', { ...claim, owner: 'killed' });
  await killed.close();
  const next = await openStorage({ file });

  const first = await dynamoLeaseStore(next.dynamo, next.tables.leases).acquire('limits', {
    ...claim,
    owner: 'next',
  });
  const joined = await openStorage(namedEngine(next.endpoint, next.accessKeyId));
  const second = await dynamoLeaseStore(joined.dynamo, joined.tables.leases).acquire('limits', {
    ...claim,
    owner: 'another',
  });
  await joined.close();
  await next.close();

  expect(first).toMatchObject({ kind: 'acquired', lease: { owner: 'next', fence: nowMs + 1 } });
  expect(second).toMatchObject({ kind: 'held' });
});

test('a table that was made without its stream gets it, and keeps what it holds', async () => {
  const engine = await startEngine();
  const dynamo = createDynamo(engine);
  try {
    const { grants } = localTableNames();
    await dynamo.send(
      new CreateTableCommand({
        TableName: grants,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['kind', 'id'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: 'kind', KeyType: 'HASH' },
          { AttributeName: 'id', KeyType: 'RANGE' },
        ],
      }),
    );
    await dynamo.send(new PutCommand({ TableName: grants, Item: { kind: 'top-up', id: 'before' } }));

    const storage = await openStorage(namedEngine(engine.endpoint, engine.accessKeyId));
    await dynamo.send(new PutCommand({ TableName: grants, Item: { kind: 'top-up', id: 'after' } }));
    await storage.close();

    const reader = readStreams(engine);
    const stream = reader.streamOf(grants);
    const [shard = ''] = await stream.listShards();
    const changes = await stream.read(shard, undefined);
    reader.close();
    expect(changes).toMatchObject([{ dynamodb: { Keys: { id: { S: 'after' } } } }]);
    const { Items } = await dynamo.send(new ScanCommand({ TableName: grants }));
    expect(Items).toHaveLength(2);
  } finally {
    dynamo.destroy();
    await engine.close();
  }
});
