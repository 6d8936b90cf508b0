import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { createDynamo } from '../../../../shared/adapters/dynamo/calls/create-dynamo.ts';
import type { DynamoOptions } from '../../../../shared/adapters/dynamo/calls/client-options.ts';
import { invariant } from '../../../../shared/domain/invariant.ts';
import { tableNamesIn } from './table-names-in.ts';

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
