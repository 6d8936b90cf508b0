import { setTimeout as sleep } from 'node:timers/promises';

import {
  DeleteTableCommand,
  LimitExceededException,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { explainError } from '../../explain-error.ts';

const roundsMax = 120;
const failedRoundsMax = 3;
const pauseMsMax = 2_000;

export interface Removal {
  /** Tables that are still there, or of which nothing is known. */
  readonly left: readonly string[];
  /** Why, where a call failed. */
  readonly problem?: string;
}

/**
 * Deletes tables and waits until they are gone. One that is still being made, or deleted already, is asked for again
 * until DynamoDB does not know it any more. Never throws: what could not be deleted is in the result.
 */
export async function removeTables(dynamo: DynamoDBDocumentClient, names: readonly string[]): Promise<Removal> {
  let removal: Removal = { left: names };
  let failedRounds = 0;
  for (let round = 1; round <= roundsMax && removal.left.length > 0 && failedRounds < failedRoundsMax; round += 1) {
    if (round > 1) {
      await sleep(Math.min(pauseMsMax, 50 * 2 ** round));
    }
    removal = await removeOnce(dynamo, removal.left);
    failedRounds += removal.problem === undefined ? 0 : 1;
  }
  return removal;
}

/** A call that failed ends the round: the others would meet the same. */
async function removeOnce(dynamo: DynamoDBDocumentClient, names: readonly string[]): Promise<Removal> {
  const left: string[] = [];
  for (const [index, name] of names.entries()) {
    try {
      if (!(await isGone(dynamo, name))) {
        left.push(name);
      }
    } catch (error) {
      return { left: [...left, ...names.slice(index)], problem: explainError(error).problem };
    }
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
