import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { invariant } from '../../../../shared/kernel/invariant.ts';
import type { DynamoOptions } from '../../../../shared/kernel/store/client-options.ts';
import { createDynamo } from '../../../../shared/kernel/store/create-dynamo.ts';

/** Somebody wants an end: nothing more is sent. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/**
 * A client of DynamoDB that cannot touch any table but those that `isOwn` knows: every request is looked through before
 * it is signed, and one that names another table is refused as our own mistake. After `signal` it sends nothing more.
 */
export function ownTablesOnly(
  options: DynamoOptions,
  isOwn: (tableName: string) => boolean,
  signal?: AbortSignal,
): DynamoDBDocumentClient {
  const dynamo = createDynamo(options);
  dynamo.middlewareStack.add(
    (next) => async (args) => {
      if (signal?.aborted === true) {
        throw new StoppedError('stopped before a call to DynamoDB');
      }
      const strange = tableNamesIn(args.input).find((name) => !isOwn(name));
      invariant(strange === undefined, `the trial touches none but its own tables, and not ${strange}`);
      return next(args);
    },
    { step: 'initialize', name: 'ownTablesOnly', priority: 'high' },
  );
  return dynamo;
}

const depthMax = 6;

/**
 * Every name of a table that a request to DynamoDB holds: `TableName` wherever it stands, and the keys of
 * `RequestItems`. Items and keys are looked through as well; an attribute of that name counts too, on the safe side.
 */
export function tableNamesIn(input: unknown, depth = 0): readonly string[] {
  if (typeof input !== 'object' || input === null || depth > depthMax) {
    return [];
  }
  return Object.entries(input).flatMap(([key, value]) => {
    if (key === 'TableName' && typeof value === 'string') {
      return [value];
    }
    const own = key === 'RequestItems' && typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return [...own, ...tableNamesIn(value, depth + 1)];
  });
}
