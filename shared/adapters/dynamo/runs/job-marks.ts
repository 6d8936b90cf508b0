import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { invariant } from '../../../domain/invariant.ts';
import { isBeforeNow, judgeProgress, readProgress, type KnownRuns } from '../../../domain/runs/progress.ts';
import { isMade } from '../calls/is-made.ts';
import { orderRows } from './order-rows.ts';

/** The progress of jobs, as ISO instants. They are stored beside the leases, since both keep runs in order. */
interface JobMarks {
  /** A row that lies further ahead than clock and runs can explain is repaired, and the lease store reports it. */
  find(name: string): Promise<string | undefined>;
  /** False, and nothing moved, when a later instant is stored. */
  move(name: string, at: string): Promise<boolean>;
}

/** `runsOf`: what is known of the runs of the job that a mark is of. */
export function jobMarks(
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
        // Where somebody else moves it at this very moment, the next reader judges that.
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
  };
}
