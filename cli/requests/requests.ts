import { readAmount } from '../../shared/contracts/records/fields/amount.ts';
import type { RequestRuleTerms } from '../../shared/domain/requests/request-rule.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';

export interface ListOptions extends AsOfOptions {
  readonly all?: boolean;
}

export interface ApproveOptions {
  readonly credits?: string;
  readonly pools?: RequestRuleTerms['pools'];
  readonly reason?: string;
}

export interface DenyOptions {
  readonly reason: string;
}

/** `requests list`. */
export async function listRequests(context: CommandContext, { all, ...options }: ListOptions): Promise<ExitCode> {
  const given = { ...atOf(options), ...(all === true && { all: 'true' as const }) };
  const shown = await withApi(context, async (api) => api.show('listRequests', given));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `requests show ID`. */
export async function showRequest(context: CommandContext, id: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showRequest', { id })));
}

/** `requests approve ID`. */
export async function approveRequest(
  context: CommandContext,
  id: string,
  { credits, ...options }: ApproveOptions,
): Promise<ExitCode> {
  const less = credits === undefined ? undefined : readAmount(credits);
  if (credits !== undefined && (less === undefined || !Number.isSafeInteger(less) || less < 1)) {
    throw wrongUsage(`--credits "${credits}" is no whole number of credits; give one such as 10000 or 10k`);
  }
  const body = { verdict: 'approve', ...givenOf({ ...options, credits: less }) } as const;
  return printShown(context, await withApi(context, async (api) => api.show('decideRequest', { id, body })));
}

/** `requests deny ID`. */
export async function denyRequest(context: CommandContext, id: string, { reason }: DenyOptions): Promise<ExitCode> {
  const body = { verdict: 'deny', reason } as const;
  return printShown(context, await withApi(context, async (api) => api.show('decideRequest', { id, body })));
}
