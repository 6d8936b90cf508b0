import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { topUpStanding } from '../../shared/domain/budgets/top-up.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { parseScopeArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { scopeText } from './grant-arguments.ts';
import { isCurrent, topUpDocument, topUpTable } from './grant-rows.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { noteInvalid } from './exempt-list.ts';

/** `topup list [WHO]`: top-ups in force or to come; with `all`, those that are over or ended too. */
export async function listTopUps(
  context: CommandContext,
  { who, all }: { readonly who: string | undefined; readonly all: boolean },
): Promise<ExitCode> {
  const wanted = who === undefined ? undefined : formatScope(parseScopeArgument(scopeText(who)));
  const today = dayOf(context.io.now());
  const { grants, invalid } = await withInstallation(context, async (installation) => installation.grants.list());
  const shown = grants
    .filter((grant) => grant.kind === 'top-up')
    .filter(({ scope }) => wanted === undefined || formatScope(scope) === wanted)
    .filter((topUp) => all || isCurrent(topUpStanding(topUp, today)))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));
  const nothing = all ? 'There are no top-ups.' : 'There are no top-ups in force or to come; --all shows past ones.';
  context.tell({
    json: shown.map((topUp) => topUpDocument(topUp, today)),
    text: shown.length === 0 ? nothing : topUpTable(shown, today, context.style),
  });
  noteInvalid(context, invalid, 'top-up');
  return exitCodes.done;
}
