import type { RevisionStore } from '../../../application/controls/ports.ts';
import { HistoryConflictError } from '../../../application/runs/ports.ts';
import {
  addedVersion,
  continues,
  versionsMax,
  type RevisionEntry,
} from '../../../domain/controls/history/revision-entry.ts';
import type { Revision } from '../../../domain/controls/revision.ts';
import { invariant } from '../../../domain/invariant.ts';
import { storedCopy } from '../stored-copy.ts';

/** Revisions in memory, with the semantics of `dynamoRevisionStore`. */
export function memoryRevisionStore(): RevisionStore {
  const entries = new Map<string, RevisionEntry>();
  /** As text, for numbers that a table would refuse are kept in a text. */
  const contents = new Map<string, string>();

  function ascending(series: number): readonly RevisionEntry[] {
    return [...entries.values()].filter((entry) => entry.series === series).toSorted((a, b) => a.revision - b.revision);
  }

  return {
    async find(series, revisions) {
      const wanted = new Set(revisions);
      return storedCopy(ascending(series).filter(({ revision }) => wanted.has(revision)));
    },
    async list(series, from, countMax) {
      const found = ascending(series).filter(({ revision }) => revision >= from);
      return storedCopy(found.slice(0, countMax));
    },
    async findBelow(series, below) {
      return storedCopy(ascending(series).findLast(({ revision }) => revision < below));
    },
    async read({ series, revision }, digest) {
      const content = contents.get(`${series}/${revision}/${digest}`);
      return content === undefined ? undefined : (JSON.parse(content) as Revision);
    },
    async put(entry, content) {
      invariant(entry.revision === content.revision, 'an entry and its content are of the same revision');
      const key = `${entry.series}/${entry.revision}`;
      const contentKey = `${key}/${addedVersion(entry).digest}`;
      const written = JSON.stringify(content);
      if ((contents.get(contentKey) ?? written) !== written) {
        throw new HistoryConflictError(`the content ${contentKey} is another than the one to be written`);
      }
      contents.set(contentKey, written);
      const stored = entries.get(key);
      const isLonger = entry.versions.length > (stored?.versions.length ?? 0) || entry.versions.length === versionsMax;
      if (stored === undefined || (isLonger && continues(entry, stored))) {
        entries.set(key, storedCopy(entry));
      } else if (!continues(stored, entry)) {
        throw new HistoryConflictError(`the revision ${entry.revision} is another than was read`);
      }
    },
  };
}
