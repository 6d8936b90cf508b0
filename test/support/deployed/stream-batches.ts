import type { readStreams, StreamRecord } from '../../../local/storage/table-stream.ts';
import type { DeployedTriggers, StreamTrigger } from './deployed-triggers.ts';
import { region } from './resolve-template.ts';

interface Batch {
  readonly trigger: StreamTrigger;
  readonly records: readonly object[];
}

/** What is new in each stream, after the filters of its event source, as Lambda hands it over. */
export async function newBatches(
  { streams }: DeployedTriggers,
  reader: ReturnType<typeof readStreams>,
  places: Map<string, string>,
): Promise<readonly Batch[]> {
  const batches: Batch[] = [];
  for (const trigger of streams) {
    const stream = reader.streamOf(trigger.table);
    for (const shard of await stream.listShards()) {
      const place = `${trigger.table} ${shard}`;
      const read = await stream.read(shard, places.get(place));
      const last = read.at(-1)?.dynamodb?.SequenceNumber;
      if (last !== undefined) {
        places.set(place, last);
      }
      const records = read.map((record) => delivered(record, trigger)).filter(trigger.isWanted);
      if (records.length > 0) {
        batches.push({ trigger, records: records.slice(0, trigger.batchSize) });
      }
    }
  }
  return batches;
}

/** A record as the event source of Lambda writes it: moments in seconds, bytes in base64. */
function delivered(record: StreamRecord, { streamArn }: StreamTrigger): object {
  const { eventName, dynamodb } = record;
  const written: unknown = JSON.parse(
    JSON.stringify({ eventName, dynamodb }, function (this: Record<string, unknown>, name, value: unknown) {
      const raw = this[name];
      if (raw instanceof Date) {
        return raw.getTime() / 1_000;
      }
      return raw instanceof Uint8Array ? Buffer.from(raw).toString('base64') : value;
    }),
  );
  const id = { eventID: dynamodb?.SequenceNumber, eventVersion: '1.1', eventSource: 'aws:dynamodb' };
  return { ...id, awsRegion: region, eventSourceARN: streamArn, ...(written as object) };
}
