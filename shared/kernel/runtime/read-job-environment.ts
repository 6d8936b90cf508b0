import * as z from 'zod';

import type { JobDeclaration } from '../runs/contract/job-declaration.ts';
import {
  functionVariable,
  type StartedBy,
  type TableOf,
  tablesOf,
  tableVariable,
  type VariablesOf,
  variablesOf,
} from '../runs/contract/job-variables.ts';
import { readEnvironment, type Environment } from './read-environment.ts';

export type JobEnvironment<J extends JobDeclaration> = ValuesOf<VariablesOf<J>> & {
  readonly tables: Readonly<Record<TableOf<J>, string>>;
  /** ARN and alias of each job it may start. */
  readonly functions: Readonly<Record<StartedBy<J>, string>>;
};

type ValuesOf<Pieces> = {
  readonly [Name in keyof Pieces]: Pieces[Name] extends z.ZodType ? z.output<Pieces[Name]> : never;
};

/** Reads the environment of the function of a job. Throws EnvironmentError with one message that names all that is wrong. */
export function readJobEnvironment<const J extends JobDeclaration>(job: J, env: Environment): JobEnvironment<J> {
  const [tables, started] = [tablesOf(job), job.starts ?? []];
  const schema = z.object({
    ...Object.fromEntries(tables.map((table) => [tableVariable(table), nameOf(`the name of the table “${table}”`)])),
    ...Object.fromEntries(
      started.map((name) => [functionVariable(name), nameOf(`the ARN, with its alias, of the function of “${name}”`)]),
    ),
    ...variablesOf(job),
  });
  const read: Readonly<Record<string, unknown>> = readEnvironment(schema, env);
  return {
    ...read,
    tables: Object.fromEntries(tables.map((table) => [table, read[tableVariable(table)]])),
    functions: Object.fromEntries(started.map((name) => [name, read[functionVariable(name)]])),
    // `fromEntries` and computed keys lose the key types.
  } as unknown as JobEnvironment<J>;
}

const Name = z.string().min(1).max(1024);

function nameOf(what: string): z.ZodString {
  return Name.describe(what);
}
