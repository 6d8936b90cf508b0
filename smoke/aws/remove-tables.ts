import { setTimeout as sleep } from 'node:timers/promises';

import {
  DeleteTableCommand,
  LimitExceededException,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const roundsMax = 120;
const pauseMsMax = 2_000;

export interface Removal {
  /** Tables that are still there, or of which nothing is known. */
  readonly left: readonly string[];
  /** Why, where a call failed. */
  readonly error?: unknown;
}

/**
 * Deletes tables and waits until they are gone. One that is still being made, or deleted already, is asked for again
 * until DynamoDB does not know it any more. Never throws: what could not be deleted is in the result.
 */
export async function removeTables(dynamo: DynamoDBDocumentClient, names: readonly string[]): Promise<Removal> {
  let left = names;
  for (let round = 1; round <= roundsMax && left.length > 0; round += 1) {
    if (round > 1) {
      await sleep(Math.min(pauseMsMax, 50 * 2 ** round));
    }
    const still: string[] = [];
    for (const [index, name] of left.entries()) {
      try {
        if (!(await isGone(dynamo, name))) {
          still.push(name);
        }
      } catch (error) {
        return { left: [...still, ...left.slice(index)], error };
      }
    }
    left = still;
  }
  return { left };
}

/** Deleting is the question, too: a table that is going is in use, one that is gone is not found. */
async function isGone(dynamo: DynamoDBDocumentClient, TableName: string): Promise<boolean> {
  try {
    await dynamo.send(new DeleteTableCommand({ TableName }));
    return false;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) {
      return true;
    }
    if (error instanceof ResourceInUseException || error instanceof LimitExceededException) {
      return false;
    }
    throw error;
  }
}
