import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { HistoryConflictError } from '../../shared/kernel/runs/ports.ts';
import type { Run } from '../../shared/kernel/runs/run.ts';
import { dynamoRunStore } from '../../shared/kernel/runs/store/dynamo-run-store.ts';
import { memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeRunStore } from './run-store-contract.ts';

const engine = useEngine();

describeRunStore('in memory', async () => memoryRunStore());
describeRunStore('in DynamoDB', async () =>
  dynamoRunStore(engine.dynamo(), await engine.freshTables('leases', 'runs')),
);

test('what an hourly run found is stored within a kilobyte or two, and read whole, also as an earlier version wrote it', async () => {
  const tables = await engine.freshTables('leases', 'runs');
  const dynamo = engine.dynamo();
  const store = dynamoRunStore(dynamo, tables);
  const findings = Array.from({ length: 60 }, (_, index) => ({
    kind: 'live',
    subject: `team:team-${index} month`,
    severity: 'info' as const,
    detail: `${index} extra credits are free: limits now allow at most 8.7M of 10M`,
    action: null,
  }));
  const runOf = (hour: string): Run => ({
    runId: `live-2026-03-15T${hour}:50:00.000Z-hourly`,
    job: 'live',
    at: `2026-03-15T${hour}:50:00.000Z`,
    startedAt: `2026-03-15T${hour}:50:01.000Z`,
    finishedAt: `2026-03-15T${hour}:51:00.000Z`,
    outcome: { status: 'complete', alerts: 0, isUnfinished: false, problems: [], findings },
  });

  await store.put(runOf('08'));
  await store.put(runOf('08'));
  const [stored] = (await dynamo.send(new ScanCommand({ TableName: tables.runs }))).Items ?? [];
  await dynamo.send(new PutCommand({ TableName: tables.runs, Item: { ...runOf('09') } }));

  expect(JSON.stringify(stored).length).toBeLessThan(2_048);
  expect(await store.list('live', 9)).toEqual([runOf('09'), runOf('08')]);
  const other = { ...runOf('08'), outcome: { ...runOf('08').outcome, findings: findings.slice(1) } } as Run;
  await expect(store.put(other)).rejects.toThrow(HistoryConflictError);
});
