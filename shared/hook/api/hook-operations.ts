import type * as z from 'zod';

import { authorOf, type Operations, type OperationWork } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { unknownTeam } from '../../kernel/api/refusals.ts';
import type { InputOf } from '../../kernel/contract/contract.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import { hookContract, type HookTokenDocument } from '../contract.ts';
import { type HookToken, shownTokenId } from '../hook-token.ts';
import { revokeHookToken } from '../use-cases/connect-hook.ts';
import { type Invited, invitePeople } from '../use-cases/invite-people.ts';

/** A token as documents show it: by its name alone. */
export function hookTokenDocument(token: HookToken): z.output<typeof HookTokenDocument> {
  const { email, userId, calendarVia, madeAt, revokedAt, revokedBy } = token;
  return {
    token: shownTokenId(token),
    email,
    userId,
    opens: calendarVia === undefined ? 'hook' : 'calendar',
    madeAt,
    revokedAt: revokedAt ?? null,
    revokedBy: revokedBy ?? null,
  };
}

const operations: Operations<typeof hookContract> = {
  async listHookTokens({ installation }, { all }) {
    const tokens = await installation.hookTokens.list();
    const rows = tokens
      .filter(({ revokedAt }) => all === 'true' || revokedAt === undefined)
      .toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1))
      .map(hookTokenDocument);
    return { document: { rows, next: null } };
  },

  async revokeHookToken(work, { token: name }) {
    const token = await tokenNamed(work, name);
    return { document: hookTokenDocument(await revokeHookToken(work.installation, token, authorOf(work))) };
  },

  async inviteToHook(work, { body }) {
    const outcome = await invitePeople(work.installation, invitedIn(body), authorOf(work));
    switch (outcome.kind) {
      case 'done':
        break;
      case 'unknown-people':
        throw new Problem(
          'not-found',
          `On the roster no one, or more than one, has the address ${outcome.emails.slice(0, 5).map(plainText).join(', ')}; no one was invited`,
        );
      case 'unknown-team':
        throw unknownTeam(body.team ?? '', outcome.known);
    }
    return { document: { invited: [...outcome.people] } };
  },
};

/** Tokens of the hook on people's machines. */
export const hook = { contract: hookContract, operations };

function invitedIn({ emails, team }: InputOf<typeof hookContract.inviteToHook>['body']): Invited {
  if ((emails === undefined) === (team === undefined)) {
    throw new Problem('invalid-input', 'Whom to invite: give emails or a team, and not both', {
      fields: [{ field: 'emails', problem: 'is to be given where team is not' }],
    });
  }
  return team === undefined ? { emails: emails ?? [] } : { team };
}

async function tokenNamed({ installation }: OperationWork, name: string): Promise<HookToken> {
  const found = (await installation.hookTokens.list()).filter(({ id }) => id.startsWith(name));
  const [token, ...others] = found;
  if (token === undefined || others.length > 0) {
    const why = token === undefined ? 'there is no such token' : 'several tokens begin so; give more of it';
    throw new Problem('not-found', `"${plainText(name)}": ${why}; see "npx curfew hook tokens list"`);
  }
  return token;
}
