import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { parseScopeArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** Rows of a table as of a moment. */
interface RowsOptions extends AsOfOptions {
  readonly all?: boolean;
}

/** `status`: how everything stands, on one screen. */
export async function showStatus(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const given = atOf(options);
  return printShown(context, await withApi(context, async (api) => api.show('showStatus', given)));
}

/** `pools [NAME]`: the budgets that people share; with a name, its members too. */
export async function showPools(
  context: CommandContext,
  name: string | undefined,
  { all, ...options }: RowsOptions,
): Promise<ExitCode> {
  const given = { ...atOf(options), ...(name !== undefined && { scope: poolScope(name) }) };
  const shown = await withApi(context, async (api) => api.show('listPools', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

/** A bare name is that of a team. */
function poolScope(name: string): string {
  const scope = parseScopeArgument(name === 'org' || name.includes(':') ? name : `team:${name}`);
  if (scope.kind !== 'org' && scope.kind !== 'team') {
    throw wrongUsage(`${quotedValue(name)} is the scope of one person; a pool is org, team:NAME or the name of a team`);
  }
  return formatScope(scope);
}

/** `forecast [SCOPE]`: what each budget will have used by the end of its window, and why. */
export async function showForecasts(
  context: CommandContext,
  scope: string | undefined,
  { all, ...options }: RowsOptions,
): Promise<ExitCode> {
  const given = { ...atOf(options), ...(scope !== undefined && { scope: formatScope(parseScopeArgument(scope)) }) };
  const shown = await withApi(context, async (api) => api.show('listForecasts', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}
