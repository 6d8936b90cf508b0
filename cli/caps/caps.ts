import type { WindowKind } from '../../shared/budgets/window.ts';
import type { CapFilter } from '../../shared/explanation/list-filters.ts';
import type { UsageBreakdown } from '../../shared/ledger/usage-breakdowns.ts';
import { parseWindowArgument, atOf, dayIn, type AsOfOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';

export interface CapsOptions extends AsOfOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly status?: CapFilter;
}

/** `caps [EMAIL]`: every user's cap as the tables have it. */
export async function showCaps(
  context: CommandContext,
  email: string | undefined,
  { all, team, status, ...options }: CapsOptions,
): Promise<ExitCode> {
  const given = { ...atOf(options), ...givenOf({ email, team, status }) };
  const shown = await withApi(context, async (api) => api.show('listCaps', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

/** `explain EMAIL`: why a user's limit is what it is. */
export async function explainOne(context: CommandContext, email: string, options: AsOfOptions): Promise<ExitCode> {
  const given = { email, ...atOf(options) };
  return printShown(context, await withApi(context, async (api) => api.show('explainUser', given)));
}

export interface UsageOptions extends AsOfOptions {
  readonly window?: string;
  readonly from?: string;
  readonly through?: string;
  readonly by?: UsageBreakdown;
}

/** `usage [EMAIL]`: what users consumed in a window or a range of days; by day for one of them. */
export async function showUsageOf(
  context: CommandContext,
  email: string | undefined,
  { by, window, from, through, ...options }: UsageOptions,
): Promise<ExitCode> {
  const kind: WindowKind | undefined = window === undefined ? undefined : parseWindowArgument(window);
  const given = {
    ...atOf(options),
    ...givenOf({
      email,
      by,
      window: kind,
      from: from === undefined ? undefined : dayIn('--from', from),
      through: through === undefined ? undefined : dayIn('--through', through),
    }),
  };
  return printShown(context, await withApi(context, async (api) => api.show('showUsage', given)));
}
