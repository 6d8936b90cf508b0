import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { printableJson } from '../../../shared/kernel/texts/hidden-letters.ts';
import { styleFor } from '../../../shared/terminal/style.ts';
import type { ExitCode } from '../../frame/exit-codes.ts';
import { explainError } from '../explain-error.ts';
import { describeCheck } from '../run-checks.ts';
import { ownTablesOnly, type Removal, removeTables, trialTableOf } from './aws/own-tables.ts';
import { dynamoOptions } from './open-work.ts';
import type { AwsTarget, TrialOptions } from './target.ts';
import { refusalOf, type TrialIo } from './terminal-io.ts';

const msPerMinute = 60_000;

/** Finds what broken-off trials left behind, shows it, asks, and deletes it. No other table is looked at. */
export async function cleanUp(target: AwsTarget, options: TrialOptions, io: TrialIo): Promise<ExitCode> {
  const dynamo = ownTablesOnly(dynamoOptions(target), (name) => trialTableOf(name) !== undefined, io.signal);
  try {
    const age = { nowMs: io.now(), ageMinMs: options.minAge * msPerMinute };
    const runs = await findTables(dynamo, age);
    return await removeRuns(runs, options, { io, remove: async (names) => removeTables(dynamo, names) });
  } catch (error) {
    const result = explainError(error);
    io.writeError(
      `${describeCheck({ name: 'clean', proves: 'broken-off trials are found and deleted' }, { result, durationMs: 0 }, styleFor({ isTerminal: false }, io.env))}\n`,
    );
    return 1;
  } finally {
    dynamo.destroy();
  }
}

async function removeRuns(
  runs: readonly LeftRun[],
  { yes, json }: TrialOptions,
  { io, remove }: { readonly io: TrialIo; readonly remove: (names: readonly string[]) => Promise<Removal> },
): Promise<ExitCode> {
  if (json) {
    io.writeError(describeRuns(runs));
  } else {
    io.writeOut(describeRuns(runs));
  }
  const question = { question: 'Delete them?', refused: 'Nothing was deleted.' };
  const refusal = await refusalOf(io, yes || runs.length === 0, question);
  if (refusal !== undefined) {
    return refusal;
  }
  const tables = runs.flatMap((run) => run.tables);
  const { left, problem } = await remove(tables);
  if (json) {
    io.writeOut(printableJson({ status: left.length === 0 ? 'ok' : 'failed', found: tables, tablesLeft: left }));
  } else if (tables.length > 0) {
    io.writeOut(
      left.length === 0
        ? 'They are gone.\n'
        : `${left.length} are left${problem === undefined ? '' : `: ${problem}`}\n`,
    );
  }
  return left.length === 0 ? 0 : 1;
}

function describeRuns(runs: readonly LeftRun[]): string {
  if (runs.length === 0) {
    return 'No trial left anything behind.\n';
  }
  const lines = runs.map(({ prefix, begunMs, tables }) => {
    const begun = new Date(begunMs).toISOString().slice(0, 16).replace('T', ' ');
    return `  ${prefix}*  ${tables.length} tables, begun ${begun} UTC\n`;
  });
  return `Broken-off trials left behind\n${lines.join('')}`;
}

const pagesMax = 100;

/** The tables that one run of the trial left behind. */
interface LeftRun {
  readonly prefix: string;
  readonly begunMs: number;
  readonly tables: readonly string[];
}

/** Finds the tables of earlier runs that were begun at least `ageMinMs` ago, the oldest run first. */
async function findTables(
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
