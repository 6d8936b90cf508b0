import { PutCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { severities } from '../../../notifications/severity.ts';
import { invariant } from '../../invariant.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import { getAll } from '../../store/batches.ts';
import { isMade } from '../../store/one-item.ts';
import { packText, unpackText } from '../../store/packed-json.ts';
import { itemsUnder, queryAll } from '../../store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../../store/stored-item.ts';
import { transact } from '../../store/transact.ts';
import { HistoryConflictError, type Clock, type RunStore } from '../ports.ts';
import {
  jobOfMark,
  knownRuns,
  knownRunsMax,
  markOf,
  isBeforeNow,
  judgeProgress,
  readProgress,
  type KnownRuns,
} from '../progress.ts';
import { jobOfRun } from '../run-id.ts';
import type { Run } from '../run.ts';
import { moveExpiry, takeLease } from './lease-updates.ts';
import { orderRows } from './order-rows.ts';

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
    finishedAt: z.string().optional(),
    outcome: z
      .object({
        status: z.enum(['complete', 'partial', 'held', 'failed']),
        dataThrough: z.string().optional(),
        capsChanged: z.int().min(0).optional(),
        capsFailed: z.int().min(0).optional(),
        alerts: z.int().min(0),
        isUnfinished: z.boolean(),
        held: z
          .object({
            guard: z.enum(['trust-gate', 'another-run', 'newer-run', 'blast-radius', 'ground-moved']),
            detail: z.string(),
            plan: z.string().optional(),
            notice: z.string().optional(),
            until: z.string().optional(),
          })
          .optional(),
        /** Of a few words in all; earlier versions wrote any here. */
        findings: z.array(FindingItem).optional(),
        packedFindings: z.string().optional(),
        findingsMore: z.int().min(0).optional(),
        problems: z.array(z.string()),
      })
      .optional(),
  }),
);

/** The runs table, by job; a job's run ids sort by time. */
export function dynamoRunStore(
  dynamo: DynamoDBDocumentClient,
  { runs, leases }: { readonly runs: string; readonly leases: string },
  clock: Clock = systemClock,
): RunStore {
  async function list(job: string, countMax: number): Promise<readonly Run[]> {
    const items = await queryAll(dynamo, { ...itemsUnder(runs, { job }), ScanIndexForward: false }, countMax);
    return Promise.all(items.map(async (item) => runIn(item, runs)));
  }

  const nowMs = () => clock.now();
  const runsOf = async (name: string) => knownRuns(await list(jobOfMark(name), knownRunsMax), nowMs());
  const marks = jobMarks(dynamo, leases, { nowMs, runsOf });

  return {
    async find(runId) {
      const job = jobOfRun(runId);
      const items = job === undefined ? [] : await getAll(dynamo, { table: runs }, [{ job, runId }]);
      return (await Promise.all(items.map(async (item) => runIn(item, runs))))[0];
    },
    async put(run) {
      if (!(await isMade(dynamo.send(new PutCommand(await recordPut(runs, run)))))) {
        throw new HistoryConflictError(`the record of the run ${run.runId} is finished, and says something else`);
      }
    },
    async begin(run, claim) {
      const { name, owner, nowMs, durationMs } = claim;
      const outcome = await transact(dynamo, [
        { Update: takeLease(leases, claim) },
        { Put: await recordPut(runs, run) },
      ]);
      return outcome.kind === 'written' ? { name, owner, fence: nowMs, expiresAtMs: nowMs + durationMs } : undefined;
    },
    async end(run, lease) {
      const givenBack = moveExpiry(leases, { ...lease, expiresAtMs: 0 });
      return (await transact(dynamo, [{ Put: await recordPut(runs, run) }, { Update: givenBack }])).kind === 'written';
    },
    list,
    async latestApplied(job) {
      return marks.find(markOf('applied', job));
    },
    async markApplied(job, at) {
      return marks.move(markOf('applied', job), at);
    },
    async latestSent(job) {
      return marks.find(markOf('sent', job));
    },
    async markSent(job, at) {
      await marks.move(markOf('sent', job), at);
    },
    async moveBack(job, span) {
      for (const name of [markOf('applied', job), markOf('sent', job)]) {
        await marks.moveBack(name, span);
      }
    },
  };
}

async function recordPut(TableName: string, given: Run) {
  invariant(jobOfRun(given.runId) === given.job, 'the id of a run begins with its job');
  const run = await packed(given);
  const Item = checkItem(RunItem, { ...run }, { table: TableName, key: run.runId });
  return { TableName, Item, ...isOpenOrSame(run) };
}

/** Shorter findings would not become smaller. */
const plainCharsMax = 600;

/** A run as it is stored: what an hourly job finds is several write units otherwise. */
async function packed(run: Run): Promise<Run> {
  const { findings, ...outcome } = run.outcome ?? {};
  return findings === undefined || JSON.stringify(findings).length <= plainCharsMax
    ? run
    : ({ ...run, outcome: { ...outcome, packedFindings: await packText(findings) } } as Run);
}

/** A finished run's outcome is never replaced; repeating it at another instant changes nothing. */
function isOpenOrSame({ outcome }: Run) {
  const values = { ':false': false, ':complete': 'complete', ':partial': 'partial' };
  const isFinished = 'outcome.isUnfinished = :false AND outcome.#status IN (:complete, :partial)';
  return {
    ConditionExpression: `attribute_not_exists(outcome) OR NOT (${isFinished})${outcome === undefined ? '' : ' OR outcome = :outcome'}`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: outcome === undefined ? values : { ...values, ':outcome': outcome },
  };
}

async function runIn(item: Item, table: string): Promise<Run> {
  const run = readItem(RunItem, item, { table, key: `${String(item['job'])} ${String(item['runId'])}` });
  const { packedFindings, ...outcome } = run.outcome ?? {};
  return packedFindings === undefined
    ? run
    : ({
        ...run,
        outcome: { ...outcome, findings: z.array(FindingItem).parse(await unpackText(packedFindings)) },
      } as Run);
}

/** The progress of jobs as ISO instants, stored beside the leases: both order runs. */
interface JobMarks {
  /** A row ahead of what clock and runs explain is repaired, and the lease store reports it. */
  find(name: string): Promise<string | undefined>;
  /** False, and nothing moved, when a later instant is stored. */
  move(name: string, at: string): Promise<boolean>;
  /** Replaces an instant later than `after` by `to`. */
  moveBack(name: string, span: { readonly after: string; readonly to: string }): Promise<void>;
}

/** `runsOf`: the known runs of a mark's job. */
function jobMarks(
  dynamo: DynamoDBDocumentClient,
  TableName: string,
  { nowMs, runsOf }: { readonly nowMs: () => number; readonly runsOf: (name: string) => Promise<KnownRuns> },
): JobMarks {
  const rows = orderRows(dynamo, TableName);

  return {
    async find(name) {
      const stored = await rows.find(name);
      const said = stored === undefined ? undefined : readProgress(stored);
      if (stored === undefined || isBeforeNow(said, nowMs())) {
        return said?.at;
      }
      const { progress, tampering } = judgeProgress(name, stored, await runsOf(name));
      if (tampering !== undefined) {
        // After a concurrent move the next reader judges it.
        await rows.replace({ name, ...progress }, stored, { fields: ['at', 'atMs'], tampering });
      }
      return progress.at;
    },
    async move(name, at) {
      const atMs = Date.parse(at);
      invariant(!Number.isNaN(atMs), 'the moment of a mark is an instant');
      const update = new UpdateCommand({
        TableName,
        Key: { name },
        UpdateExpression: 'SET #at = :at, atMs = :atMs',
        ConditionExpression: 'attribute_not_exists(atMs) OR atMs <= :atMs',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':at': at, ':atMs': atMs },
      });
      return isMade(dynamo.send(update));
    },
    async moveBack(name, { after, to }) {
      const update = new UpdateCommand({
        TableName,
        Key: { name },
        UpdateExpression: 'SET #at = :at, atMs = :atMs',
        ConditionExpression: 'atMs > :after',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':at': to, ':atMs': Date.parse(to), ':after': Date.parse(after) },
      });
      await isMade(dynamo.send(update));
    },
  };
}
