import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { RunStore } from '../../application/runs/ports.ts';
import { invariant } from '../../domain/invariant.ts';
import { jobOfRun } from '../../domain/runs/run-id.ts';
import type { Run } from '../../domain/runs/run.ts';
import { getAll } from './batches.ts';
import { jobMarks } from './job-marks.ts';
import { queryAll } from './read-pages.ts';
import { checkItem, readItem, type Item } from './stored-item.ts';

const RunItem = z.object({
  runId: z.string().min(1),
  job: z.string().min(1),
  at: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().exactOptional(),
  outcome: z
    .object({
      status: z.enum(['complete', 'partial', 'held', 'failed']),
      dataThrough: z.string().exactOptional(),
      capsChanged: z.int().min(0).exactOptional(),
      capsFailed: z.int().min(0).exactOptional(),
      findings: z.int().min(0).exactOptional(),
      alerts: z.int().min(0),
      isUnfinished: z.boolean(),
      held: z
        .object({
          guard: z.enum(['trust-gate', 'another-run', 'newer-run', 'blast-radius', 'ground-moved']),
          detail: z.string(),
          plan: z.string().exactOptional(),
          notice: z.string().exactOptional(),
        })
        .exactOptional(),
      problems: z.array(z.string()),
    })
    .exactOptional(),
});

/** The runs table, by job; ids of the runs of one job sort by the moment of the run. */
export function dynamoRunStore(
  dynamo: DynamoDBDocumentClient,
  { runs, leases }: { readonly runs: string; readonly leases: string },
): RunStore {
  const marks = jobMarks(dynamo, leases);

  return {
    async find(runId) {
      const job = jobOfRun(runId);
      const items = job === undefined ? [] : await getAll(dynamo, { table: runs }, [{ job, runId }]);
      return items.map((item) => runIn(item, runs))[0];
    },
    async put(run) {
      invariant(jobOfRun(run.runId) === run.job, 'the id of a run begins with its job');
      await dynamo.send(
        new PutCommand({ TableName: runs, Item: checkItem(RunItem, { ...run }, { table: runs, key: run.runId }) }),
      );
    },
    async list(job, countMax) {
      const items = await queryAll(
        dynamo,
        {
          TableName: runs,
          ConsistentRead: true,
          ScanIndexForward: false,
          KeyConditionExpression: 'job = :job',
          ExpressionAttributeValues: { ':job': job },
        },
        countMax,
      );
      return items.map((item) => runIn(item, runs));
    },
    async latestApplied(job) {
      return marks.find(`applied:${job}`);
    },
    async markApplied(job, at) {
      return marks.move(`applied:${job}`, at);
    },
    async latestSent(job) {
      return marks.find(`sent:${job}`);
    },
    async markSent(job, at) {
      await marks.move(`sent:${job}`, at);
    },
  };
}

function runIn(item: Item, table: string): Run {
  return readItem(RunItem, item, { table, key: `${String(item['job'])} ${String(item['runId'])}` });
}
