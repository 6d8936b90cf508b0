import type { DigestStore } from '../../../application/watchers/digest/ports.ts';
import type { KeptPage } from '../../../domain/digest/digest-pages.ts';
import { compareText } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** Pages of digests in memory, with the semantics of `dynamoDigestStore`. */
export function memoryDigestStore(): DigestStore {
  const pages = new Map<string, KeptPage>();

  return {
    async keep(page) {
      if (!pages.has(keyOf(page))) {
        pages.set(keyOf(page), storedCopy(page));
      }
    },
    list: async (countMax) => storedCopy(newest([...pages.values()]).slice(0, countMax)),
    find: async (named) => storedCopy(pages.get(keyOf(named))),
  };
}

function keyOf({ dueOn, scope }: Pick<KeptPage, 'dueOn' | 'scope'>): string {
  return `${dueOn} ${scope}`;
}

function newest(pages: readonly KeptPage[]): readonly KeptPage[] {
  return pages.toSorted((a, b) => compareText(keyOf(b), keyOf(a)));
}
