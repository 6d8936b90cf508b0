import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { trialTableOf } from './table-prefix.ts';

const pagesMax = 100;

/** The tables that one run of the trial left behind. */
export interface LeftRun {
  readonly prefix: string;
  readonly begunMs: number;
  readonly tables: readonly string[];
}

/** Finds the tables of earlier runs that were begun at least `ageMinMs` ago, the oldest run first. */
export async function findTables(
  dynamo: DynamoDBDocumentClient,
  { nowMs, ageMinMs }: { readonly nowMs: number; readonly ageMinMs: number },
): Promise<readonly LeftRun[]> {
  const runs = new Map<string, { begunMs: number; tables: string[] }>();
  for (const name of await allTables(dynamo)) {
    const own = trialTableOf(name);
    if (own !== undefined && Math.max(0, nowMs - own.begunMs) >= ageMinMs) {
      const run = runs.get(own.prefix) ?? { begunMs: own.begunMs, tables: [] };
      run.tables.push(name);
      runs.set(own.prefix, run);
    }
  }
  return [...runs].map(([prefix, run]) => ({ prefix, ...run })).toSorted((a, b) => a.begunMs - b.begunMs);
}

async function allTables(dynamo: DynamoDBDocumentClient): Promise<readonly string[]> {
  const names: string[] = [];
  let after: string | undefined;
  for (let page = 1; page <= pagesMax; page += 1) {
    const start: { ExclusiveStartTableName?: string } = after === undefined ? {} : { ExclusiveStartTableName: after };
    const listed = await dynamo.send(new ListTablesCommand(start));
    names.push(...(listed.TableNames ?? []));
    after = listed.LastEvaluatedTableName;
    if (after === undefined) {
      return names;
    }
  }
  throw new Error(`the account has more tables than ${pagesMax} pages list`);
}
