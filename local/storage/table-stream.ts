import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';

import { clientOptions, type EndpointOptions } from '../../shared/kernel/client-options.ts';

export interface StreamRecord {
  readonly eventName?: string | undefined;
  readonly dynamodb?: { readonly SequenceNumber?: string | undefined } | undefined;
}

export interface TableStream {
  /** Oldest first. */
  listShards(): Promise<readonly string[]>;
  /** Changes after a sequence number, or all kept ones: one page, perhaps empty. */
  read(shard: string, after: string | undefined): Promise<readonly StreamRecord[]>;
}

/** The maximum of one answer, and of one batch in AWS. */
const pageSizeMax = 1_000;
const shardPagesMax = 100;

/** The streams behind an endpoint. */
export function readStreams({
  endpoint,
  accessKeyId,
}: Required<Pick<EndpointOptions, 'endpoint'>> & { readonly accessKeyId?: string | undefined }): {
  streamOf(table: string): TableStream;
  close(): void;
} {
  const client = new DynamoDBStreamsClient(clientOptions({ endpoint, accessKeyId }));
  return { streamOf: (table) => streamOf(client, table), close: () => client.destroy() };
}

function streamOf(client: DynamoDBStreamsClient, TableName: string): TableStream {
  let known: string | undefined;

  async function arn(): Promise<string | undefined> {
    if (known === undefined) {
      const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName }));
      // After its stream was turned off and on again a table has several; the last is active.
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

/** A stream keeps changes for a day; after that reading continues with the oldest one left. */
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
