import { randomUUID } from 'node:crypto';

import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';

import { createTables, localTableNames, tableInput } from '../../local/storage/create-tables.ts';
import { tableDefinitions, type TableKey, type TableNames } from '../../shared/kernel/contract/tables.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { startBareEngine, type BareEngine } from './bare-engine.ts';

/** An engine in memory for the tests of one file. */
export interface TestEngine {
  readonly endpoint: () => string;
  readonly dynamo: () => DynamoDBDocumentClient;
  /** Tables that no other test has seen: those that are named, which is quicker, or all. */
  freshTables<Key extends TableKey = TableKey>(...keys: readonly Key[]): Promise<Pick<TableNames, Key>>;
}

/** Starts an engine before the first test of a file and stops it after the last. */
export function useEngine(): TestEngine {
  let engine: BareEngine | undefined;
  let client: DynamoDBDocumentClient | undefined;
  let count = 0;

  beforeAll(async () => {
    engine = await startBareEngine();
    client = createDynamo({ endpoint: engine.endpoint });
  });
  afterAll(async () => {
    client?.destroy();
    await engine?.close();
  });

  const endpoint = () => started(engine).endpoint;
  const dynamo = () => started(client);
  return {
    endpoint,
    dynamo,
    async freshTables(...keys) {
      count += 1;
      // Test files may share one engine.
      const names = localTableNames(`test-${randomUUID().slice(0, 8)}-${count}-`);
      for (const key of keys) {
        await dynamo().send(new CreateTableCommand(tableInput(names[key], tableDefinitions[key])));
      }
      if (keys.length === 0) {
        await createTables(dynamo(), names);
      }
      return names;
    },
  };
}

function started<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error('the engine is only there while tests run');
  }
  return value;
}
