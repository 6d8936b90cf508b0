import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach } from 'vitest';

import type { TableNames } from '../../shared/kernel/contract/tables.ts';
import type { Backoff } from '../../shared/kernel/store/backoff.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { startFaultProxy, type FaultProxy, type FaultRule } from './fault-proxy.ts';
import { useEngine } from './test-engine.ts';

/** As patient as the real one in the number of tries, without the waiting. */
export const quickBackoff: Backoff = { triesMax: 4, delayMs: () => 1 };

/** An engine behind a proxy that spoils chosen calls, with fresh tables for each test. */
interface SpoiledEngine {
  dynamo(): DynamoDBDocumentClient;
  /** A client past the proxy, to see what is really there. */
  undisturbed(): DynamoDBDocumentClient;
  tables(): TableNames;
  spoil(rule: FaultRule): void;
  countOf(operation: string): number;
  endSpoiling(): void;
}

export function useSpoiledEngine(): SpoiledEngine {
  const engine = useEngine();
  const bench: { proxy?: FaultProxy; client?: DynamoDBDocumentClient; tables?: TableNames } = {};

  beforeAll(async () => {
    bench.proxy = await startFaultProxy(engine.endpoint());
    bench.client = createDynamo({ endpoint: bench.proxy.url });
  });
  beforeEach(async () => {
    bench.proxy?.reset();
    bench.tables = await engine.freshTables();
  });
  afterAll(async () => {
    bench.client?.destroy();
    await bench.proxy?.close();
  });

  return {
    dynamo: () => present(bench.client),
    undisturbed: () => engine.dynamo(),
    tables: () => present(bench.tables),
    spoil: (rule) => present(bench.proxy).spoil(rule),
    countOf: (operation) => present(bench.proxy).countOf(operation),
    endSpoiling: () => present(bench.proxy).reset(),
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error('the spoiled engine is only there while tests run');
  }
  return value;
}
