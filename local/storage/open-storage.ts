import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import type { TableNames } from '../../shared/kernel/contract/tables.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import type { Guard } from './begin-guard.ts';
import { createTables, localTableNames, TablesMissingError } from './create-tables.ts';
import { type Engine, startEngine } from './engine.ts';

const leasesMax = 100;

/** A new installation has no leases table. */
function noneYet(error: unknown): { readonly Items?: undefined } {
  if (error instanceof ResourceNotFoundException) {
    return {};
  }
  throw error;
}

/**
 * Releases every lease. Requires exclusive use of the tables: former owners were killed, and waiting for their leases
 * would delay the next run. Fences stay.
 */
export async function freeLeases(dynamo: DynamoDBDocumentClient, table: string): Promise<void> {
  const { Items = [] } = await dynamo
    .send(new ScanCommand({ TableName: table, ConsistentRead: true, Limit: leasesMax }))
    .catch(noneYet);
  // Each write waits for the disk, and usually every lease is released.
  for (const item of Items.filter(({ expiresAtMs }) => expiresAtMs !== 0)) {
    await dynamo.send(
      new UpdateCommand({
        TableName: table,
        Key: { name: item['name'] },
        UpdateExpression: 'SET expiresAtMs = :past',
        ExpressionAttributeValues: { ':past': 0 },
      }),
    );
  }
}

export interface Storage {
  readonly endpoint: string;
  /** Set for our own engine. */
  readonly accessKeyId?: string;
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: TableNames;
  /** The engine ended and stores nothing more; with its last output. Absent for an external engine. */
  readonly lost?: Promise<string>;
  close(): Promise<void>;
}

/** A running engine, or the file for a new one; port 0 or absent: any. */
export type StorageSource =
  | { readonly endpoint: string; readonly accessKeyId?: string }
  | {
      readonly file: string;
      readonly port?: number;
      /** Keys of tables that must exist. */
      readonly made?: readonly string[];
    };

/** A running engine; without a key unless it is ours. */
export function namedEngine(endpoint: string, accessKeyId: string | undefined): StorageSource {
  return { endpoint, accessKeyId };
}

export interface StorageTerms {
  /** The tables' streams are read; default true. */
  readonly isFollowed?: boolean;
  readonly guard?: Guard | undefined;
}

/** Connects to the tables and creates missing ones. Throws TablesMissingError, CannotStartError, engine errors. */
export async function openStorage(
  source: StorageSource,
  { isFollowed = true, guard }: StorageTerms = {},
): Promise<Storage> {
  const engine = await engineOf(source, guard);
  const { endpoint, accessKeyId, lost } = engine;
  const dynamo = createDynamo({ endpoint, accessKeyId });
  const tables = localTableNames();
  const close = async (): Promise<void> => {
    dynamo.destroy();
    await engine.close();
  };
  try {
    await Promise.all([
      createTables(dynamo, tables, { isFollowed, ...('file' in source && { made: source.made ?? [] }) }),
      // An own engine on the file means exclusive use.
      'file' in source ? freeLeases(dynamo, tables.leases) : undefined,
    ]);
  } catch (error) {
    await close();
    if (error instanceof TablesMissingError) {
      throw error;
    }
    throw new CannotStartError(
      `The tables at ${engine.endpoint} cannot be used (${reasonOf(error)}); check that the DynamoDB engine there runs, and AWS_ENDPOINT_URL_DYNAMODB when it is set`,
      { cause: error },
    );
  }
  return {
    endpoint,
    accessKeyId,
    lost,
    dynamo,
    tables,
    close,
  };
}

async function engineOf(source: StorageSource, guard: Guard | undefined): Promise<Engine> {
  return 'endpoint' in source
    ? { ...source, close: async () => {} }
    : startEngine({ dbPath: source.file, port: source.port ?? 0, guard });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'no reason given';
  }
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
