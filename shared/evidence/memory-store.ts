import type { AnchorStore, HeadSigner } from '../controls/ports.ts';
import { storedCopy } from '../kernel/contract/stored-copy.ts';
import { sha256 } from '../kernel/sha256.ts';
import type { StoredAnchor } from './anchors/check-anchor.ts';

/** Signed heads in memory; tests can tamper with `stored`. */
export interface MemoryAnchorStore extends AnchorStore {
  stored: readonly StoredAnchor[];
}

/** `fileAnchorStore` in memory. */
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

/** Signs in memory, with a signature that depends on the secret. */
export function memoryHeadSigner(organization = 'acme', secret = 'first'): HeadSigner {
  const signatureOf = (text: string): string => Buffer.from(sha256(`${secret}\n${text}`)).toString('base64');
  return {
    identity: async () => ({
      organization,
      key: {
        fingerprint: sha256(secret),
        pem: `key ${secret}`,
        verifies: (text, signature) => signature === signatureOf(text),
      },
    }),
    sign: async (text) => signatureOf(text),
  };
}
