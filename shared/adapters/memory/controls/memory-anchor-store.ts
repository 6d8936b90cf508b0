import type { AnchorStore } from '../../../application/controls/ports.ts';
import type { StoredAnchor } from '../../../domain/controls/evidence/anchors/check-anchor.ts';
import { storedCopy } from '../stored-copy.ts';

/** Signed heads in memory; `stored` is what somebody with access to the place could change. */
export interface MemoryAnchorStore extends AnchorStore {
  stored: readonly StoredAnchor[];
}

/** Signed heads in memory, with the semantics of `fileAnchorStore`. */
export function memoryAnchorStore(): MemoryAnchorStore {
  const store: MemoryAnchorStore = {
    stored: [],
    async put(anchor) {
      const isThere = store.stored.some(
        (each) => each.anchor?.text === anchor.text && each.anchor.signature === anchor.signature,
      );
      if (!isThere) {
        store.stored = [...store.stored, { place: `line ${store.stored.length + 1}`, anchor: storedCopy(anchor) }];
      }
    },
    newest: async (countMax) => storedCopy(store.stored.slice(-countMax).toReversed()),
    async *list() {
      yield* storedCopy(store.stored);
    },
  };
  return store;
}
