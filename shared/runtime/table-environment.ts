import * as z from 'zod';

import type { TableKey } from '../contracts/tables.ts';

/** The variable that holds the name of a table: `CURFEW_TABLE_LEDGER`. */
export type TableVariable<K extends TableKey> = `CURFEW_TABLE_${Uppercase<K>}`;

/** Schema pieces for the names of those tables that a function uses. */
export function tableVariables<const K extends TableKey>(
  keys: readonly K[],
): Readonly<Record<TableVariable<K>, z.ZodString>> {
  const pieces = keys.map((key) => [variableOf(key), z.string().max(1024).describe(`the name of the table “${key}”`)]);
  // `fromEntries` forgets which keys it was given.
  return Object.fromEntries(pieces) as Record<TableVariable<K>, z.ZodString>;
}

/** The names themselves, from an environment that was read. */
export function tableNames<const K extends TableKey>(
  keys: readonly K[],
  env: Readonly<Record<TableVariable<K>, string>>,
): Readonly<Record<K, string>> {
  // `fromEntries` forgets which keys it was given.
  return Object.fromEntries(keys.map((key) => [key, env[variableOf(key)]])) as Record<K, string>;
}

function variableOf<K extends TableKey>(key: K): TableVariable<K> {
  // `toUpperCase` is the runtime twin of `Uppercase`, which TypeScript does not know.
  return `CURFEW_TABLE_${key.toUpperCase() as Uppercase<K>}`;
}
