import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';

import { clientOptions, type DynamoOptions } from '../../shared/kernel/store/client-options.ts';

/** One change as the stream gives it: what the handler of AWS is handed, unread. */
export interface StreamRecord {
  readonly eventName?: string | undefined;
  readonly dynamodb?: { readonly SequenceNumber?: string | undefined } | undefined;
}

/** The changes of one table, in the order in which they were made within each shard. */
export interface TableStream {
  /** Oldest first. */
  listShards(): Promise<readonly string[]>;
  /** The changes after a sequence number, or all that are kept: one page, which may be empty. */
  read(shard: string, after: string | undefined): Promise<readonly StreamRecord[]>;
}

/** As many as one answer holds at most, and as one batch takes in AWS. */
const pageSizeMax = 1_000;
const shardPagesMax = 100;

type ReadableEngine = Required<Pick<DynamoOptions, 'endpoint'>> & Pick<DynamoOptions, 'accessKeyId'>;

interface StreamsReader {
  streamOf(table: string): TableStream;
  close(): void;
}

/** The streams of the tables behind an endpoint. */
export function readStreams({ endpoint, accessKeyId }: ReadableEngine): StreamsReader {
  const client = new DynamoDBStreamsClient(clientOptions({ endpoint, accessKeyId }));
  return { streamOf: (table) => streamOf(client, table), close: () => client.destroy() };
}

function streamOf(client: DynamoDBStreamsClient, TableName: string): TableStream {
  let known: string | undefined;

  async function arn(): Promise<string | undefined> {
    if (known === undefined) {
      const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName }));
      // A table whose stream was turned off and on again has several; the last is the one that goes on.
      known = Streams.at(-1)?.StreamArn;
    }
    return known;
  }

  return {
    async listShards() {
      const StreamArn = await arn();
      const shards: string[] = [];
      let ExclusiveStartShardId: string | undefined;
      for (let pages = 0; StreamArn !== undefined && pages < shardPagesMax; pages += 1) {
        const { StreamDescription } = await client.send(
          new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }),
        );
        shards.push(...(StreamDescription?.Shards ?? []).flatMap(({ ShardId }) => ShardId ?? []));
        ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
        if (ExclusiveStartShardId === undefined) {
          break;
        }
      }
      return shards;
    },
    async read(ShardId, after) {
      const place = { StreamArn: await arn(), ShardId };
      const iterator = await iteratorAt(client, place, after);
      const { Records = [] } =
        iterator === undefined
          ? {}
          : await client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: pageSizeMax }));
      return Records;
    },
  };
}

/** What was not read for a day is gone from the stream; then the oldest change that is left is the next. */
async function iteratorAt(
  client: DynamoDBStreamsClient,
  place: { readonly StreamArn: string | undefined; readonly ShardId: string },
  after: string | undefined,
): Promise<string | undefined> {
  const oldest = { ...place, ShardIteratorType: 'TRIM_HORIZON' } as const;
  const next = { ...place, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const;
  try {
    return (await client.send(new GetShardIteratorCommand(after === undefined ? oldest : next))).ShardIterator;
  } catch (error) {
    if (!(error instanceof TrimmedDataAccessException)) {
      throw error;
    }
    return (await client.send(new GetShardIteratorCommand(oldest))).ShardIterator;
  }
}
