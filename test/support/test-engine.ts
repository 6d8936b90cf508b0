import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { createTables, localTableNames } from '../../local/create-tables.ts';
import { startEngine, type Engine } from '../../local/engine.ts';
import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import type { TableNames } from '../../shared/contracts/tables.ts';

/** An engine in memory for the tests of one file. */
export interface TestEngine {
  readonly endpoint: () => string;
  readonly dynamo: () => DynamoDBDocumentClient;
  /** Tables that no other test has seen. */
  freshTables(): Promise<TableNames>;
}

/** Starts an engine before the first test of a file and stops it after the last. */
export function useEngine(): TestEngine {
  let engine: Engine | undefined;
  let client: DynamoDBDocumentClient | undefined;
  let count = 0;

  beforeAll(async () => {
    // The key that clients name to an engine that is not ours: as tests are, which take it for one in AWS.
    engine = await startEngine({ accessKeyId: 'local' });
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
    async freshTables() {
      count += 1;
      const names = localTableNames(`test${count}-`);
      await createTables(dynamo(), names);
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
