import { nextLink, type Link } from '../../shared/evidence/chain.ts';

/** A whole chain, one link for each entry: revision 1, 2, … unless the entry says otherwise. */
export function aChain(...entries: readonly Partial<Pick<Link, 'at' | 'kind' | 'body'>>[]): readonly Link[] {
  const links: Link[] = [];
  for (const entry of entries) {
    const seq = links.length + 1;
    const at = new Date(Date.UTC(2026, 2, seq, 12)).toISOString();
    links.push(nextLink(links.at(-1), { at, kind: 'revision', body: { revision: seq }, ...entry }));
  }
  return links;
}
