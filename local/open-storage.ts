import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamo } from '../shared/adapters/dynamo/create-dynamo.ts';
import type { TableNames } from '../shared/contracts/tables.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { createTables, localTableNames } from './create-tables.ts';
import { startEngine } from './engine.ts';

/** The tables of an installation. */
export interface Storage {
  readonly endpoint: string;
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: TableNames;
  close(): Promise<void>;
}

/** An engine that runs already, or the file for one that is started here; port 0 or none is any free one. */
export type StorageSource = { readonly endpoint: string } | { readonly file: string; readonly port?: number };

/** Connects to the tables, creating those that are missing. Raises CannotStartError and what starting the engine raises. */
export async function openStorage(source: StorageSource): Promise<Storage> {
  const engine =
    'endpoint' in source
      ? { endpoint: source.endpoint, close: async () => {} }
      : await startEngine({ dbPath: source.file, port: source.port ?? 0 });
  const dynamo = createDynamo({ endpoint: engine.endpoint });
  const tables = localTableNames();
  const close = async (): Promise<void> => {
    dynamo.destroy();
    await engine.close();
  };
  try {
    await createTables(dynamo, tables);
  } catch (error) {
    await close();
    throw new CannotStartError(
      `The tables at ${engine.endpoint} cannot be used (${reasonOf(error)}); check that the DynamoDB engine there runs, and AWS_ENDPOINT_URL_DYNAMODB when it is set`,
      { cause: error },
    );
  }
  return { endpoint: engine.endpoint, dynamo, tables, close };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'no reason given';
  }
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
