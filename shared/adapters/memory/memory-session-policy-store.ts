import { isDeepStrictEqual } from 'node:util';
import { StaleRecordError } from '../../application/edits/ports.ts';
import type { SessionPolicyStore, SessionPolicyVersion } from '../../application/watchers/sessions/ports.ts';
import { storedPolicies } from '../../contracts/records/session-policy.ts';
import type { SessionPolicy } from '../../domain/sessions/session-policy.ts';
import { sortedBy } from '../../domain/texts/compare-text.ts';
import type { MemoryJournal } from './memory-journal.ts';
import { storedCopy } from './stored-copy.ts';

/** Policies of sessions in memory, with the semantics of `dynamoSessionPolicyStore`. */
export function memorySessionPolicyStore(journal: MemoryJournal): SessionPolicyStore {
  const policies = new Map<string, SessionPolicy>();
  const history: SessionPolicyVersion[] = [];
  const versionsOf = (name: string) => history.filter((each) => each.name === name);

  return {
    list: async () => Promise.resolve(sortedBy(policies.values(), ({ name }) => name).map(storedCopy)),
    lastVersion: async (name) => Promise.resolve(versionsOf(name).at(-1)?.version ?? 0),
    versions: async (name) => Promise.resolve(versionsOf(name).map(storedCopy)),
    async edit(edit, author, entry) {
      const { name, version, terms, seenVersion } = edit;
      const wanted = storedPolicies.edited({ ...edit, key: { name } }, author);
      if (isDeepStrictEqual(journal.find(entry), storedCopy(entry))) {
        return Promise.resolve();
      }
      const row = policies.get(name);
      const isThere = row !== undefined || wanted !== undefined;
      if (!isThere || (row?.version ?? 0) !== seenVersion) {
        throw new StaleRecordError(`the session policy ${name} is no longer at version ${seenVersion}`);
      }
      journal.record(entry);
      history.push(
        storedCopy({ name, version, by: author.name, at: author.at, ...(terms !== undefined && { terms }) }),
      );
      if (wanted === undefined) {
        policies.delete(name);
      } else {
        policies.set(name, storedCopy(wanted));
      }
      return Promise.resolve();
    },
  };
}
