import { StaleRecordError } from '../../kernel/records/ports.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { calendarTokenId, hookTokenId, hookTokensMax, revokeToken, tokenEntry, type HookToken } from '../hook-token.ts';
import type { HookTokenStore } from '../ports.ts';

export interface ConnectPorts {
  readonly hookTokens: HookTokenStore;
  readonly clock: Clock;
}

/** Every token of one person, newest first. */
export async function tokensOf(
  { hookTokens }: { readonly hookTokens: HookTokenStore },
  userId: string,
): Promise<readonly HookToken[]> {
  const all = await hookTokens.list();
  return all.filter((token) => token.userId === userId).toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
}

export function workingTokens(tokens: readonly HookToken[]): readonly HookToken[] {
  return tokens.filter(({ revokedAt }) => revokedAt === undefined);
}

/** The token's owner and its maker, authenticated by link unless stated otherwise. */
interface TokenOrder extends Pick<HookToken, 'userId' | 'email' | 'calendarVia'> {
  readonly madeBy?: string;
}

/** Stores a new token for one person; undefined when they have too many valid ones. The token itself is not stored. */
export async function makeToken(
  ports: ConnectPorts,
  { madeBy, ...order }: TokenOrder,
  text: string,
): Promise<HookToken | undefined> {
  const id = order.calendarVia === undefined ? hookTokenId(text) : calendarTokenId(text);
  if (id === undefined || workingTokens(await tokensOf(ports, order.userId)).length >= hookTokensMax) {
    return undefined;
  }
  const token = { id, ...order, madeAt: new Date(ports.clock.now()).toISOString() };
  await ports.hookTokens.put(token, tokenEntry(token, madeBy));
  return token;
}

export async function revokeHookToken(
  { hookTokens }: { readonly hookTokens: HookTokenStore },
  token: HookToken,
  by: { readonly name: string; readonly at: string },
): Promise<HookToken> {
  const revoked = revokeToken(token, by);
  if (revoked === undefined) {
    return token;
  }
  try {
    await hookTokens.put(revoked, tokenEntry(revoked));
    return revoked;
  } catch (error) {
    if (error instanceof StaleRecordError) {
      return (await hookTokens.find(token.id)) ?? revoked;
    }
    throw error;
  }
}
