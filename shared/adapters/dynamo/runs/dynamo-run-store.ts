import * as z from 'zod';
import { PutCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { RunStore } from '../../../application/runs/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import { severities } from '../../../domain/notifications/severity.ts';
import { jobOfRun } from '../../../domain/runs/run-id.ts';
import type { Run } from '../../../domain/runs/run.ts';
import { getAll } from '../calls/batches.ts';
import { queryAll } from '../calls/read-pages.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';
import { isMade } from '../calls/is-made.ts';
import { storing } from '../items/storing.ts';

const FindingItem = z.object({
  kind: z.string(),
  subject: z.string(),
  severity: z.enum(severities),
  detail: z.string(),
  action: z.object({ kind: z.string(), status: z.enum(['proposed', 'done', 'failed', 'unknown']) }).nullable(),
});

const RunItem = storing<Run>()(
  z.object({
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
        findings: z.array(FindingItem).exactOptional(),
        findingsMore: z.int().min(0).exactOptional(),
        problems: z.array(z.string()),
      })
      .exactOptional(),
  }),
);

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

const MarkItem = z.object({ name: z.string(), at: z.string(), atMs: z.int() });

/** The progress of jobs, as ISO instants. They are stored beside the leases, since both keep runs in order. */
interface JobMarks {
  find(name: string): Promise<string | undefined>;
  /** False, and nothing moved, when a later instant is stored. */
  move(name: string, at: string): Promise<boolean>;
}

function jobMarks(dynamo: DynamoDBDocumentClient, TableName: string): JobMarks {
  return {
    async find(name) {
      const { Item } = await dynamo.send(new GetCommand({ TableName, Key: { name }, ConsistentRead: true }));
      return Item === undefined ? undefined : readItem(MarkItem, Item, { table: TableName, key: name }).at;
    },
    async move(name, at) {
      const atMs = Date.parse(at);
      invariant(!Number.isNaN(atMs), 'the moment of a mark is an instant');
      const put = new PutCommand({
        TableName,
        Item: { name, at, atMs },
        ConditionExpression: 'attribute_not_exists(atMs) OR atMs <= :atMs',
        ExpressionAttributeValues: { ':atMs': atMs },
      });
      return isMade(dynamo.send(put));
    },
  };
}
