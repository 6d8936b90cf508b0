import { parseScopeArgument } from '../frame/budget-key.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import { impactOptionsOf } from '../records/impact-options.ts';
import type { Given } from '../records/record-options.ts';
import { scopeText } from './scope-text.ts';

/** `topup list [WHO]`: top-ups in force or to come; with `all`, those that are over or ended too. */
export async function listTopUps(
  context: CommandContext,
  { who, all }: { readonly who: string | undefined; readonly all: boolean },
): Promise<ExitCode> {
  const scope = who === undefined ? undefined : formatScope(parseScopeArgument(scopeText(who)));
  const given = givenOf({ who: scope, all: all ? ('true' as const) : undefined });
  const shown = await withApi(context, async (api) => api.show('listTopUps', given));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `topup history [WHO]`: every version of the top-ups, with who, when, how, before and after. */
export async function showTopUpHistory(context: CommandContext, who: string | undefined): Promise<ExitCode> {
  const scope = who === undefined ? undefined : formatScope(parseScopeArgument(scopeText(who)));
  const shown = await withApi(context, async (api) => api.show('listTopUpVersions', givenOf({ who: scope })));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `topup end ID`. */
export async function endOneTopUp(context: CommandContext, given: Given): Promise<ExitCode> {
  const [id = ''] = given.words;
  const options = impactOptionsOf(given);
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'end-top-up', id }, options),
    make: async (api, { query, call }) => api.show('endTopUp', { id, ...query }, call),
  });
}
