import { setTimeout as sleep } from 'node:timers/promises';

import {
  DeleteTableCommand,
  LimitExceededException,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { localTableNames } from '../../../../local/storage/create-tables.ts';
import type { EndpointOptions } from '../../../../shared/kernel/client-options.ts';
import { tableDefinitions, type TableKey, type TableNames } from '../../../../shared/kernel/contract/tables.ts';
import { invariant } from '../../../../shared/kernel/invariant.ts';
import { createDynamo } from '../../../../shared/kernel/store/create-dynamo.ts';
import { explainError } from '../../explain-error.ts';

/** The user cancelled: nothing more is sent. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/**
 * A client of DynamoDB that cannot touch any table but those that `isOwn` knows: every request is looked through before
 * it is signed, and one that names another table is refused as our own mistake. After `signal` it sends nothing more.
 */
export function ownTablesOnly(
  options: EndpointOptions,
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

const base = 'curfew-smoke-';
const prefixPattern = /^curfew-smoke-(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})(\d{2})z-[a-z0-9]{8}-/;

/** What the names of one run's tables begin with: when it was begun, to the second, and a random word of eight. */
export function tablePrefix(nowMs: number, word: string): string {
  const instant = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase();
  return `${base}${instant}z-${word.replaceAll(/[^a-z0-9]/g, '').slice(0, 8)}-`;
}

export function temporaryTables(prefix: string): TableNames {
  return localTableNames(prefix);
}

/** When the run was begun whose table this is (Unix milliseconds), and its prefix; undefined for any other table. */
export function trialTableOf(name: string): { readonly prefix: string; readonly begunMs: number } | undefined {
  const found = prefixPattern.exec(name);
  const [prefix = '', ...digits] = found ?? [];
  if (found === null || !isTableKey(name.slice(prefix.length))) {
    return undefined;
  }
  const [year, month, day, hour, minute, second] = digits;
  const begunMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begunMs) ? undefined : { prefix, begunMs };
}

function isTableKey(text: string): text is TableKey {
  return Object.hasOwn(tableDefinitions, text);
}

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
