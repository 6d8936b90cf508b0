import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import type { TableNames } from '../../shared/kernel/contract/tables.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import type { Guard } from './begin-guard.ts';
import { startEngine, type Engine } from './engine.ts';
import { TablesMissingError } from './tables-missing-error.ts';

/** The tables of an installation. */
export interface Storage {
  readonly endpoint: string;
  /** The one that the engine answers to, where it is ours. */
  readonly accessKeyId?: string;
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: TableNames;
  /** The engine ended, and nothing is stored any more; with what it said last. Absent for an engine of somebody else. */
  readonly lost?: Promise<string>;
  close(): Promise<void>;
}

/** An engine that runs already, or the file for one that is started here; port 0 or none is any free one. */
export type StorageSource =
  | { readonly endpoint: string; readonly accessKeyId?: string }
  | {
      readonly file: string;
      readonly port?: number;
      /** Keys of tables that have to be there already. */
      readonly made?: readonly string[];
    };

/** An engine that runs already; without a key where it is not one of ours. */
export function namedEngine(endpoint: string, accessKeyId: string | undefined): StorageSource {
  return { endpoint, accessKeyId };
}

export interface StorageTerms {
  /** Somebody reads the streams of the tables; so it is unless said otherwise. */
  readonly isFollowed?: boolean;
  /** Of the engine that is started here, where it was begun before. */
  readonly guard?: Guard | undefined;
}

/** Connects to the tables, creating those that are missing. Raises TablesMissingError,
 * CannotStartError and what starting the engine raises. */
export async function openStorage(
  source: StorageSource,
  { isFollowed = true, guard }: StorageTerms = {},
): Promise<Storage> {
  // The client takes as long to load as the engine to start.
  const [engine, { createDynamo, createTables, localTableNames, freeLeases }] = await Promise.all([
    engineOf(source, guard),
    loadTools(),
  ]);
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
      // An engine of one's own on the file: nobody else is at work on these tables.
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

async function loadTools() {
  const [client, tables, leases] = await Promise.all([
    import('../../shared/kernel/store/create-dynamo.ts'),
    import('./create-tables.ts'),
    import('./free-leases.ts'),
  ]);
  return { ...client, ...tables, ...leases };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'no reason given';
  }
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
