import { setTimeout as sleep } from 'node:timers/promises';

import type { BatchAnswer } from '../../shared/wiring/handlers/edits-handler.ts';
import type { StreamRecord, TableStream } from './table-stream.ts';

export type HandOver = (event: { readonly Records: readonly StreamRecord[] }) => Promise<BatchAnswer>;

export interface TableFeed {
  stop(): void;
}

interface FeedOptions {
  readonly pollMs?: number;
  readonly onTrouble: (trouble: { readonly error?: unknown; readonly isGivenUp: boolean }) => void;
}

const usualPollMs = 2_000;

/** Retries of a failed batch, as in AWS; the nightly run catches up. */
const triesMax = 60;

/** Only new rows, like an AWS stream filter. */
export function ofNewRows(handOver: HandOver): HandOver {
  return async ({ Records }) => {
    const added = Records.filter(({ eventName }) => eventName === 'INSERT');
    return added.length === 0 ? { batchItemFailures: [] } : handOver({ Records: added });
  };
}

interface Place {
  readonly stream: TableStream;
  readonly shard: string;
  readonly after: string | undefined;
  readonly tries: number;
}

/**
 * Follows tables' changes like Lambda: in order, at least once, again from the first failure. Starts with everything
 * still in the streams, so that edits made while stopped take effect.
 */
export function startTableFeed(streams: readonly TableStream[], handOver: HandOver, options: FeedOptions): TableFeed {
  const { pollMs = usualPollMs, onTrouble } = options;
  const stopping = new AbortController();
  const places = new Map<TableStream, Map<string, Place>>(streams.map((stream) => [stream, new Map()]));

  async function pass(): Promise<void> {
    for (const [stream, shards] of places) {
      for (const shard of await stream.listShards()) {
        const place = shards.get(shard) ?? { stream, shard, after: undefined, tries: 0 };
        if (!stopping.signal.aborted) {
          shards.set(shard, await advance(place, handOver, onTrouble));
        }
      }
    }
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await pass();
      } catch (error) {
        if (!stopping.signal.aborted) {
          onTrouble({ error, isGivenUp: false });
        }
      }
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  void follow();
  return { stop: () => stopping.abort() };
}

/** Reads one page and hands it over; returns the next position. */
async function advance(place: Place, handOver: HandOver, onTrouble: FeedOptions['onTrouble']): Promise<Place> {
  const { stream, shard, after, tries } = place;
  const records = await stream.read(shard, after);
  if (records.length === 0) {
    return place;
  }
  const { failed, error } = await tryHandOver(records, handOver);
  if (failed === undefined) {
    return { ...place, after: sequenceOf(records.at(-1)), tries: 0 };
  }
  const isGivenUp = tries + 1 >= triesMax;
  onTrouble({ error, isGivenUp });
  if (isGivenUp) {
    return { ...place, after: sequenceOf(records.at(-1)), tries: 0 };
  }
  const first = records.findIndex((record) => sequenceOf(record) === failed);
  return { ...place, after: first > 0 ? sequenceOf(records[first - 1]) : after, tries: tries + 1 };
}

/** The sequence number of the first failed change; the first of the batch when the function failed. */
async function tryHandOver(
  records: readonly StreamRecord[],
  handOver: HandOver,
): Promise<{ readonly failed: string | undefined; readonly error?: unknown }> {
  try {
    const { batchItemFailures } = await handOver({ Records: records });
    return { failed: batchItemFailures[0]?.itemIdentifier };
  } catch (error) {
    return { failed: sequenceOf(records[0]) ?? '', error };
  }
}

function sequenceOf(record: StreamRecord | undefined): string | undefined {
  return record?.dynamodb?.SequenceNumber;
}
