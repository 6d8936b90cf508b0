import type { CostGroup } from '../../shared/domain/sessions/session-credits.ts';
import type { SessionStatus } from '../../shared/domain/sessions/session.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';

export interface SessionListOptions {
  readonly status?: SessionStatus;
  readonly model?: string;
  readonly tag?: string;
  readonly computer?: string;
  readonly limit: number;
  readonly all?: boolean;
}

export interface CostOptions {
  readonly by: CostGroup;
  readonly limit: number;
  readonly all?: boolean;
}

/** `sessions list`: those that the last runs saw, the dearest first; those whose credits are not known come last. */
export async function listKnownSessions(
  context: CommandContext,
  { all, limit, ...patterns }: SessionListOptions,
): Promise<ExitCode> {
  const given = { ...givenOf(patterns), ...firstOf(limit, all) };
  const shown = await withApi(context, async (api) => api.show('listSessions', given));
  return printShown(context, shown, ({ rows }) => rows.slice(0, all === true ? undefined : limit));
}

/** `sessions show ID`. */
export async function showSession(context: CommandContext, session: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showSession', { session })));
}

/** `sessions costs`. */
export async function showCosts(context: CommandContext, { by, limit, all }: CostOptions): Promise<ExitCode> {
  const given = { by, ...firstOf(limit, all) };
  const shown = await withApi(context, async (api) => api.show('listSessionCosts', given));
  return printShown(context, shown, ({ rows }) => rows.slice(0, all === true ? undefined : limit));
}

/** A page holds 5,000 rows at most; whoever wants more wants all. */
function firstOf(limit: number, all: boolean | undefined): { readonly limit?: string } {
  return all === true || limit > 5_000 ? {} : { limit: String(limit) };
}
