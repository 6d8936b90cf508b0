import type { UserStore } from '../../../application/enforcement/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { KnownUser } from '../../../domain/roster/person.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** Known users in memory, with the semantics of `dynamoUserStore`. */
export function memoryUserStore(): UserStore {
  const users = new Map<string, KnownUser>();

  return {
    async list() {
      return storedCopy(sortedBy(users.values(), ({ userId }) => userId));
    },
    async put(changed) {
      for (const user of changed) {
        invariant(user.userId !== '', 'a known user has an id');
        users.set(user.userId, storedCopy(user));
      }
    },
  };
}
