import type { CallerDocument } from '../../contracts/documents/people/caller-document.ts';
import { accessContract } from '../../contracts/admin-api/contracts/access-contract.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { decideAccess, rolesOf, type RoleLists } from '../../domain/access/decide-access.ts';
import { rightHelp, rights } from '../../domain/access/role.ts';
import type { Operations } from '../operation.ts';

const operations: Operations<typeof accessContract> = {
  async showCaller({ caller, installation }) {
    const document = callerDocument(caller, installation.readSettings().roles);
    return Promise.resolve({ document, text: () => document.name });
  },
};

/** Who calls, and what they may do. */
export const access = { contract: accessContract, operations };

function callerDocument(caller: Caller, lists: RoleLists): CallerDocument {
  const { roles, ownedTeams } = rolesOf(caller, lists);
  return {
    name: caller.name,
    email: caller.email ?? null,
    via: caller.via,
    roles,
    ownedTeams,
    rights: rights.flatMap((right) => {
      const decided = decideAccess(caller, lists, { right });
      return decided.kind === 'refused'
        ? []
        : [
            {
              right,
              reach: decided.onlyTeams === undefined ? ('all' as const) : ('own-team' as const),
              help: rightHelp[right],
            },
          ];
    }),
  };
}
