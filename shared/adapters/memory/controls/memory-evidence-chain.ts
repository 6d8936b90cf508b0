import type { EvidenceChain } from '../../../application/controls/ports.ts';
import type { Link } from '../../../domain/controls/evidence/chain.ts';
import { invariant } from '../../../domain/invariant.ts';
import { storedCopy } from '../stored-copy.ts';

/** The evidence chain in memory, with the semantics of `dynamoEvidenceChain`. */
export function memoryEvidenceChain(): EvidenceChain {
  const links: Link[] = [];

  return {
    async head() {
      return storedCopy(links.at(-1));
    },
    async append(link, after) {
      invariant(link.seq === (after?.seq ?? 0) + 1, 'a link follows the one before it');
      const there = links[link.seq - 1];
      if (there !== undefined) {
        return there.hash === link.hash ? 'appended' : 'moved-on';
      }
      invariant(links.at(-1)?.hash === after?.hash, 'a link is added to the end that was seen');
      links.push(storedCopy(link));
      return 'appended';
    },
    async list(fromSeq, countMax) {
      return storedCopy(links.slice(Math.max(0, fromSeq - 1)).slice(0, countMax));
    },
  };
}
