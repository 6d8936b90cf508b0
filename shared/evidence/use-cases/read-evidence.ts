import type { EvidenceChain } from '../../controls/ports.ts';
import type { Link } from '../chain.ts';

export type EvidenceLinks = Pick<EvidenceChain, 'list'>;

const linksPerPage = 500;
// Over a hundred years of a run every five minutes.
const pagesMax = 25_000;

class EvidenceTooLongError extends Error {
  override readonly name = 'EvidenceTooLongError';
}

/** Reads the chain from its first link, page by page. Throws EvidenceTooLongError at the bound on pages. */
export async function* readEvidence(evidence: EvidenceLinks): AsyncGenerator<Link, void, undefined> {
  let from = 1;
  for (let page = 0; page < pagesMax; page += 1) {
    const links = await evidence.list(from, linksPerPage);
    yield* links;
    const last = links.at(-1);
    // A store that returns numbers below those asked for would be read for ever; verification reports it.
    if (last === undefined || last.seq < from) {
      return;
    }
    from = last.seq + 1;
  }
  throw new EvidenceTooLongError(`the evidence chain goes on after ${pagesMax * linksPerPage} links`);
}
