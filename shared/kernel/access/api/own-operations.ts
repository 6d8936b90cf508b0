import { randomBytes } from 'node:crypto';

import { hookTokenDocument } from '../../../hook/api/hook-operations.ts';
import { hookTokensMax, hookTokenText } from '../../../hook/hook-token.ts';
import { makeToken, revokeHookToken, tokensOf, workingTokens } from '../../../hook/use-cases/connect-hook.ts';
import { askForCredits, withdrawCreditRequest } from '../../../requests/use-cases/ask-for-credits.ts';
import { requestDocument } from '../../../requests/use-cases/list-requests.ts';
import { authorOf, type Operations } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { readAmount } from '../../records/contract/fields/amount.ts';
import { plainText } from '../../texts/plain-text.ts';
import { dayOf } from '../../time/day.ts';
import type { Caller } from '../caller.ts';
import { accessContract, type CallerDocument, ownContract } from '../contract.ts';
import { decideAccess, rolesOf, type BudgetTeams, type RoleLists } from '../decide-access.ts';
import { rightHelp, rights } from '../role.ts';
import { budgetTeams } from './budget-teams.ts';
import { ownBudget, ownDocument } from './own-document.ts';
import { ownPerson } from './own-person.ts';

const operations: Operations<typeof ownContract> = {
  async showOwn(work) {
    return { document: await ownDocument(work) };
  },

  async askForCredits(work, { body }) {
    const { installation, nowMs, ids } = work;
    const person = await ownPerson(work);
    const about = await ownBudget(work, person);
    const ports = { ...installation, rules: installation.requestRules, ids, clock: { now: () => nowMs } };
    const outcome = await askForCredits(ports, installation.readSettings(), {
      ask: { ...body, credits: readAmount(body.credits) ?? Number.NaN, reason: oneLine(body.reason) },
      // An id begins with its month; the same call, made again, is the same request.
      asking: {
        ...person,
        id: `${dayOf(nowMs).slice(0, 7)}-${ids.next().replaceAll('-', '')}`,
        about,
      },
    });
    switch (outcome.kind) {
      case 'busy':
        throw new Problem('busy', 'Another request is being stored at this moment; send it again');
      case 'refused': {
        const fields = outcome.problems.flatMap(({ field, problem }) =>
          field === undefined ? [] : [{ field: `body.${field}`, problem }],
        );
        const words = outcome.problems.map(({ field, problem }) =>
          field === undefined ? problem : `${field}: ${problem}`,
        );
        throw new Problem(fields.length > 0 ? 'invalid-input' : 'conflict', words.join('; '), { fields });
      }
      case 'asked':
      case 'known':
        return { document: requestDocument(outcome.request, isoOf(nowMs)) };
    }
  },

  async withdrawRequest(work, { id }) {
    const { installation, nowMs, ids } = work;
    const { email } = await ownPerson(work);
    const request = await installation.requests.find(id);
    if (request === undefined || request.email !== email) {
      throw new Problem('not-found', `You have made no request "${plainText(id)}"`);
    }
    const withdrawn = await withdrawCreditRequest(
      { requests: installation.requests, ids, clock: { now: () => nowMs } },
      request,
    );
    if (withdrawn === undefined) {
      throw new Problem('conflict', `The request ${plainText(id)} is decided or over: there is nothing to take back`);
    }
    return { document: requestDocument(withdrawn, isoOf(nowMs)) };
  },

  async makeHookToken(work) {
    const person = await ownPerson(work);
    const text = hookTokenText(randomBytes(32).toString('base64url'));
    const ports = { hookTokens: work.installation.hookTokens, clock: { now: () => work.nowMs } };
    const made = await makeToken(ports, { ...person, madeBy: work.caller.name }, text);
    if (made === undefined) {
      throw new Problem('conflict', `You have ${hookTokensMax} tokens, which is the most: revoke one`);
    }
    return { document: { token: hookTokenDocument(made), text } };
  },

  async revokeOwnHookToken(work, { token: name }) {
    const { hookTokens } = work.installation;
    const { userId } = await ownPerson(work);
    const [token, ...others] = workingTokens(await tokensOf({ hookTokens }, userId)).filter(({ id }) =>
      id.startsWith(name),
    );
    if (token === undefined || others.length > 0) {
      throw new Problem('not-found', `You have no token "${plainText(name)}" that works`);
    }
    return { document: hookTokenDocument(await revokeHookToken({ hookTokens }, token, authorOf(work))) };
  },
};

/** What whoever calls sees and does of their own: nothing of others comes out of it. */
export const own = { contract: ownContract, operations };

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\t]+/gu, ' ');
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

const accessOperations: Operations<typeof accessContract> = {
  async showCaller(work) {
    const teams = await budgetTeams(work);
    return { document: callerDocument(work.caller, work.installation.readSettings().roles, teams) };
  },
};

/** Who calls, and what they may do. */
export const access = { contract: accessContract, operations: accessOperations };

function callerDocument(caller: Caller, lists: RoleLists, teams: BudgetTeams): CallerDocument {
  const { roles, ownedTeams } = rolesOf(caller, lists, teams);
  return {
    name: caller.name,
    email: caller.email ?? null,
    via: caller.via,
    roles,
    ownedTeams,
    budgetTeams: teams.read,
    rights: rights.flatMap((right) => {
      const decided = decideAccess(caller, lists, { right, budgetTeams: teams });
      return decided.kind === 'refused'
        ? []
        : [
            {
              right,
              reach: decided.onlyTeams === undefined ? ('all' as const) : ('own-team' as const),
              teams: decided.onlyTeams ?? null,
              help: rightHelp[right],
            },
          ];
    }),
  };
}
