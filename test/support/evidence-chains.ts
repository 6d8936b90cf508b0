import { createHash } from 'node:crypto';
import { nextLink, type Link } from '../../shared/domain/controls/evidence/chain.ts';

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** A whole chain, one link for each entry: revision 1, 2, … unless the entry says otherwise. */
export function aChain(...entries: readonly Partial<Pick<Link, 'at' | 'kind' | 'body'>>[]): readonly Link[] {
  const links: Link[] = [];
  for (const entry of entries) {
    const seq = links.length + 1;
    const at = new Date(Date.UTC(2026, 2, seq, 12)).toISOString();
    links.push(nextLink(links.at(-1), { at, kind: 'revision', body: { revision: seq }, ...entry }, sha256));
  }
  return links;
}
