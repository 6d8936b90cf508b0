import { exceptionRecord } from '../../shared/contracts/records/control-exception.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import { plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { saidOfOptions } from './said-of-options.ts';

/** A text that is left out is an empty one, for the decision on the exception to name. */
const nothingSaid = Object.fromEntries(exceptionRecord.names.map((name) => [name, '']));

/** `exceptions add CONTROL`: a permission for a control to be other than approved, until it expires. */
export async function addOneException(context: CommandContext, given: Given): Promise<ExitCode> {
  const from = new Date(context.io.now()).toISOString();
  const plain = { ...nothingSaid, from, ...plainFromGiven(exceptionRecord, given).plain };
  const body = exceptionRecord.format(termsFrom(exceptionRecord, plain)) as never;
  const shown = await saidOfOptions(
    exceptionRecord,
    withApi(context, async (api) => api.show('addException', { body })),
  );
  return printShown(context, shown);
}

/** `exceptions list`: those in force or to come; with `all`, those that are over too. */
export async function listExceptions(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const given = all ? { all: 'true' as const } : {};
  const shown = await withApi(context, async (api) => api.show('listExceptions', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

/** `exceptions end ID`. */
export async function endOneException(context: CommandContext, id: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('endException', { id })));
}
