import { randomBytes } from 'node:crypto';

import { hookTokenDocument } from '../../hook/api/hook-operations.ts';
import { calendarTokenText, hookTokensMax, type HookToken } from '../../hook/hook-token.ts';
import { makeToken, revokeHookToken, tokensOf, workingTokens } from '../../hook/use-cases/connect-hook.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { authorOf, type Operations, type OperationWork } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { calendarPath } from '../../kernel/contract/api-paths.ts';
import { calendarContract } from '../contract.ts';

const operations: Operations<typeof calendarContract> = {
  async listCalendarAddresses(work) {
    return { document: { addresses: (await addressesOf(work)).map(hookTokenDocument) } };
  },

  async makeCalendarAddress(work) {
    const { installation, caller, nowMs } = work;
    const owner = ownerOf(caller);
    if (owner === undefined) {
      throw new Problem(
        'conflict',
        'A calendar’s rights are looked up at each poll, by a verified email or an IAM user, and you have neither here; sign in to the console by email',
      );
    }
    const text = calendarTokenText(randomBytes(32).toString('base64url'));
    const ports = { hookTokens: installation.hookTokens, clock: { now: () => nowMs } };
    const made = await makeToken(ports, { ...owner, madeBy: caller.name }, text);
    if (made === undefined) {
      throw new Problem('conflict', `You have ${hookTokensMax} addresses, which is the most: revoke them`);
    }
    const links = installation.readSettings().doorUrl ?? null;
    return { document: { address: hookTokenDocument(made), links, path: `${calendarPath}/${text}.ics` } };
  },

  async revokeCalendarAddresses(work) {
    const { hookTokens } = work.installation;
    const revoked: HookToken[] = [];
    for (const token of await addressesOf(work)) {
      revoked.push(await revokeHookToken({ hookTokens }, token, authorOf(work)));
    }
    return { document: { revoked: revoked.map(hookTokenDocument) } };
  },
};

/** Addresses of a person's calendar. */
export const calendar = { contract: calendarContract, operations };

async function addressesOf({ installation, caller }: OperationWork): Promise<readonly HookToken[]> {
  const owner = ownerOf(caller);
  return owner === undefined ? [] : workingTokens(await tokensOf(installation, owner.userId));
}

/** Undefined where a role is not one person's, or known of this call alone: it could not be looked up later. */
function ownerOf({ via, name, email, principal }: Caller) {
  switch (via) {
    case 'machine':
      return owned(via, name);
    case 'iam':
      return principal?.startsWith('user/') === true ? owned(via, principal) : undefined;
    case 'oidc':
      return email === undefined ? undefined : owned(via, email);
    case 'link':
      return undefined;
  }
}

function owned(calendarVia: NonNullable<HookToken['calendarVia']>, email: string) {
  return { userId: `calendar/${calendarVia}/${email}`, email, calendarVia };
}
