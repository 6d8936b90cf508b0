import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { parseScopeArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `forecast [SCOPE]`: what each budget will have used by the end of its window, and why. */
export async function showForecasts(
  context: CommandContext,
  scope: string | undefined,
  { all, ...options }: AsOfOptions & { readonly all?: boolean },
): Promise<ExitCode> {
  const given = { ...atOf(options), ...(scope !== undefined && { scope: formatScope(parseScopeArgument(scope)) }) };
  const shown = await withApi(context, async (api) => api.show('listForecasts', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}
