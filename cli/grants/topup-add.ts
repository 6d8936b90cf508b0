import { addGrant } from '../../shared/application/edits/edit-grants.ts';
import { TopUpOrder } from '../../shared/contracts/stored-grant.ts';
import type { TopUp } from '../../shared/domain/budgets/top-up.ts';
import { describeTopUpReach, type Now } from '../../shared/domain/budgets/top-up-reach.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { windowAt } from '../../shared/domain/budgets/window.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { noteEffect } from '../budgets/takes-effect.ts';
import { dayIn } from '../frame/moment.ts';
import { numberIn, readOrder, scopeText, warnIfUnknown, warnIfUnknownTeam } from './grant-arguments.ts';
import { topUpDocument } from './grant-rows.ts';
import { grantPorts, withInstallation } from '../frame/with-installation.ts';

export interface TopUpOptions {
  readonly reason: string;
  readonly from?: string;
  readonly to?: string;
}

export interface TopUpArguments {
  /** An email, or a scope: `user:EMAIL`, `team:NAME`. */
  readonly who: string;
  readonly credits: string;
}

/** `topup add WHO CREDITS`: extra credits from a day (today) to a day (the last of the platform window). */
export async function addTopUp(
  context: CommandContext,
  args: TopUpArguments,
  options: TopUpOptions,
): Promise<ExitCode> {
  const today = dayOf(context.io.now());
  const { topUp, isRunning, warnings } = await withInstallation(context, async (installation) => {
    const now = { today, platformWindow: { anchorDay: installation.readSettings().platformWindowAnchorDay } };
    const order = orderFrom(args, options, now);
    const grant = await addGrant(grantPorts(installation), { kind: 'top-up', ...order }, authorOf(context));
    return { topUp: grant, isRunning: installation.isRunning, warnings: await warningsOf(order, installation, now) };
  });
  if (topUp.kind === 'top-up') {
    const { id, scope, credits, from, to } = topUp;
    const chosen = options.to === undefined ? ', the last day of the platform’s window' : '';
    context.tell({
      json: { ...topUpDocument(topUp, today), warnings },
      text: `${formatScope(scope)} has ${grouped(credits)} more credits from ${from} to ${to}${chosen}. Id: ${id}`,
    });
  }
  noteEffect(context, { isRunning });
  warnings.forEach((warning) => context.note(`Mind: ${warning}.`));
  return exitCodes.done;
}

function orderFrom({ who, credits }: TopUpArguments, { reason, from, to }: TopUpOptions, now: Now): TopUpOrder {
  const first = from === undefined ? now.today : dayIn('--from', from);
  const last = to === undefined ? windowAt('platform', first, now.platformWindow).through : dayIn('--to', to);
  return readOrder(TopUpOrder, { scope: scopeText(who), credits: numberIn(credits), from: first, to: last, reason });
}

async function warningsOf(
  order: Pick<TopUp, 'scope' | 'from' | 'to'>,
  { users, teams, budgets }: Installation,
  now: Now,
): Promise<readonly string[]> {
  const { scope } = order;
  const unknown =
    scope.kind === 'user' ? await warnIfUnknown(users, scope.email) : await warnIfUnknownTeam(teams, scope.name);
  return [...unknown, ...describeTopUpReach(order, (await budgets.list()).budgets, now)];
}
