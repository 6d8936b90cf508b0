import type { InvitationStore } from '../../../application/hook/ports.ts';
import type { Invitation } from '../../../domain/hook/invitation.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** Invitations in memory, with the semantics of `dynamoInvitationStore`. */
export function memoryInvitationStore(): InvitationStore {
  const rows = new Map<string, Invitation>();
  const told = new Map<string, string>();
  return {
    async put(invitations) {
      invitations.forEach((each) => rows.set(each.userId, storedCopy(each)));
      return Promise.resolve();
    },
    listNotified: async () =>
      Promise.resolve(
        sortedBy([...rows.values()], ({ userId }) => userId).map((invitation) => ({
          invitation: storedCopy(invitation),
          isNotified: told.get(invitation.userId) === invitation.at,
        })),
      ),
    async markNotified({ userId, at }) {
      if (rows.get(userId)?.at === at) {
        told.set(userId, at);
      }
      return Promise.resolve();
    },
  };
}
