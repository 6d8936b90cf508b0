import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { RunStore } from '../../application/runs/ports.ts';
import { jobList } from '../../contracts/job-list.ts';
import { invariant } from '../../domain/invariant.ts';
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
        })
        .exactOptional(),
      problems: z.array(z.string()),
    })
    .exactOptional(),
});

const jobNames: readonly string[] = jobList.map(({ name }) => name);

/** The runs table, for the jobs of the job list; ids of the runs of one job sort by the moment of the run. */
export function dynamoRunStore(
  dynamo: DynamoDBDocumentClient,
  { runs, leases }: { readonly runs: string; readonly leases: string },
): RunStore {
  const marks = jobMarks(dynamo, leases);

  async function listJob(job: string, countMax: number): Promise<readonly Run[]> {
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
  }

  return {
    async find(runId) {
      // An id alone does not say under which job it stands.
      const items = await getAll(
        dynamo,
        { table: runs },
        jobNames.map((job) => ({ job, runId })),
      );
      return items.map((item) => runIn(item, runs))[0];
    },
    async put(run) {
      invariant(jobNames.includes(run.job), 'a run is of a job of the job list');
      await dynamo.send(
        new PutCommand({ TableName: runs, Item: checkItem(RunItem, { ...run }, { table: runs, key: run.runId }) }),
      );
    },
    async list(job, countMax) {
      const lists = await Promise.all((job === undefined ? jobNames : [job]).map((name) => listJob(name, countMax)));
      return lists.flat().toSorted(newestFirst).slice(0, countMax);
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

function newestFirst(a: Run, b: Run): number {
  const difference = Date.parse(b.at) - Date.parse(a.at);
  return difference === 0 ? Number(a.runId < b.runId) - Number(a.runId > b.runId) : difference;
}
