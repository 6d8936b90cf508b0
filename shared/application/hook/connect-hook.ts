import { hookTokenId, hookTokensMax, revokeToken, tokenEntry, type HookToken } from '../../domain/hook/hook-token.ts';
import { StaleRecordError } from '../edits/ports.ts';
import type { Clock } from '../runs/ports.ts';
import type { HookTokenStore } from './ports.ts';

export interface ConnectPorts {
  readonly hookTokens: HookTokenStore;
  readonly clock: Clock;
}

/** The tokens that were ever made for one person, the newest first. */
export async function tokensOf(
  { hookTokens }: Pick<ConnectPorts, 'hookTokens'>,
  userId: string,
): Promise<readonly HookToken[]> {
  const all = await hookTokens.list();
  return all.filter((token) => token.userId === userId).toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
}

export function workingTokens(tokens: readonly HookToken[]): readonly HookToken[] {
  return tokens.filter(({ revokedAt }) => revokedAt === undefined);
}

/** Keeps a new token for one person; false where they have too many that work. The token itself is kept nowhere. */
export async function makeToken(
  ports: ConnectPorts,
  { userId, email }: Pick<HookToken, 'userId' | 'email'>,
  text: string,
): Promise<boolean> {
  const id = hookTokenId(text);
  if (id === undefined || workingTokens(await tokensOf(ports, userId)).length >= hookTokensMax) {
    return false;
  }
  const token = { id, userId, email, madeAt: new Date(ports.clock.now()).toISOString() };
  await ports.hookTokens.put(token, tokenEntry(token));
  return true;
}

/** Takes a token back; the token as it is then. */
export async function revokeHookToken(
  { hookTokens }: Pick<ConnectPorts, 'hookTokens'>,
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
