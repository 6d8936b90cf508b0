import { grouped } from '../../texts/grouped.ts';
import { describeSigned, type Anchor } from './anchors/anchor.ts';
import type { ChainHead, Link } from './chain.ts';
import type { BreakReason, ChainVerdict } from './verify-chain.ts';

/** What looking for the newest link came to; `problem` names what went wrong, never values. */
export type HeadReading =
  | { readonly kind: 'read'; readonly head: HeadFacts | undefined }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** The newest link, and the newest signed head that it names, if it is one that names any. */
export type HeadFacts = Pick<Link, 'seq' | 'at' | 'hash'> & { readonly anchor?: Anchor };

/** The chain's head for the daily summary, a line each that fits a mail. Whoever keeps them can prove later that nothing before it was changed. */
export function describeHead(head: HeadFacts | undefined): readonly string[] {
  return head === undefined
    ? ['Evidence: nothing is recorded yet.']
    : [
        `Evidence: link ${head.seq} of the chain, recorded at ${head.at}, hash ${head.hash}.`,
        `Kept, it proves later that nothing up to here was changed: curfew controls verify --head ${head.seq}:${head.hash}`,
        ...(head.anchor === undefined ? [] : describeSigned(head.anchor)),
      ];
}

/** Says what the reading of a chain showed, in one or two sentences. */
export function describeVerdict(verdict: ChainVerdict): string {
  return verdict.kind === 'whole'
    ? `The evidence chain is whole: ${grouped(verdict.links)} ${verdict.links === 1 ? 'link' : 'links'}${describeEnd(verdict.head)}.`
    : `The evidence chain is broken at link ${verdict.seq}: ${causes[verdict.reason]}. ${describeWholePart(verdict.links)}`;
}

const causes: Readonly<Record<BreakReason, string>> = {
  'hash-differs': 'its content does not give the hash it carries, so it was changed after it was recorded',
  'previous-hash-differs': 'it names another hash for the link before it, so one of the two was replaced',
  'number-missing': 'it is missing',
  'number-repeated': 'its number was there already',
  'head-differs': 'its hash is not the one that was kept elsewhere, so the chain was made anew',
  'head-missing': 'the chain ends before it, though a later head was kept elsewhere, so its end was cut off',
};

function describeEnd(head: ChainHead | undefined): string {
  return head === undefined ? '' : `, head ${head.seq} with hash ${head.hash}`;
}

function describeWholePart(links: number): string {
  return links === 0 ? 'No link before it could be proved.' : `The ${grouped(links)} before it fit each other.`;
}
