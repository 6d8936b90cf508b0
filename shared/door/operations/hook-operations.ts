import { revokeHookToken } from '../../application/hook/connect-hook.ts';
import { hookContract } from '../../contracts/door/contracts/hook-contract.ts';
import { shownTokenId, type HookToken } from '../../domain/hook/hook-token.ts';
import { describeHookTokens } from '../../terminal/hook/describe-hook-tokens.ts';
import { plainText } from '../../terminal/plain-text.ts';
import { authorOf, type Operations, type OperationWork } from '../operation.ts';
import { Problem } from '../problem.ts';

const operations: Operations<typeof hookContract> = {
  async listHookTokens({ installation }, { all }) {
    const tokens = await installation.hookTokens.list();
    const rows = tokens
      .filter(({ revokedAt }) => all === 'true' || revokedAt === undefined)
      .toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1))
      .map(tokenDocument);
    return { document: { rows, next: null }, text: (style) => describeHookTokens(rows, style) };
  },

  async revokeHookToken(work, { token: name }) {
    const token = await tokenNamed(work, name);
    const document = tokenDocument(await revokeHookToken(work.installation, token, authorOf(work)));
    return { document, text: () => `The token ${document.token} of ${plainText(document.email)} is revoked.` };
  },
};

/** Tokens of the hook on people's machines. */
export const hook = { contract: hookContract, operations };

async function tokenNamed({ installation }: OperationWork, name: string): Promise<HookToken> {
  const found = (await installation.hookTokens.list()).filter(({ id }) => id.startsWith(name));
  const [token, ...others] = found;
  if (token === undefined || others.length > 0) {
    const why = token === undefined ? 'there is no such token' : 'several tokens begin so; give more of it';
    throw new Problem('not-found', `"${plainText(name)}": ${why}; see "hook tokens list"`);
  }
  return token;
}

function tokenDocument(token: HookToken) {
  const { email, userId, madeAt, revokedAt, revokedBy } = token;
  return {
    token: shownTokenId(token),
    email,
    userId,
    madeAt,
    revokedAt: revokedAt ?? null,
    revokedBy: revokedBy ?? null,
  };
}
