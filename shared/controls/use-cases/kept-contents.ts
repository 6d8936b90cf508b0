import { keptWith } from '../../kernel/kept-with.ts';
import { recentValues } from '../../kernel/recent-values.ts';
import type { RevisionStore } from '../ports.ts';
import type { Revision } from '../revision.ts';

/** Contents are large; a page of the timeline shows fewer. */
const contentsMin = 64;

/**
 * The same store, with the contents read last in memory: what lies under a digest never changes. Never for a proof, which
 * is of what is stored.
 */
export const keptContents = keptWith((store: RevisionStore): RevisionStore => {
  const contents = recentValues<Revision>(contentsMin);
  return {
    ...store,
    async read(entry, digest) {
      const key = `${entry.series}/${entry.revision}/${digest}`;
      const content = contents.get(key) ?? (await store.read(entry, digest));
      if (content !== undefined) {
        contents.set(key, content);
      }
      return content;
    },
  };
});
