import { sha256 } from '../kernel/sha256.ts';
import { grouped } from '../kernel/texts/amounts.ts';
import { describeSigned, type Anchor } from './anchors/anchor.ts';
import { firstPreviousHash, hashedText, type ChainHead, type Link } from './chain.ts';

type BreakReason =
  | 'hash-differs'
  | 'previous-hash-differs'
  | 'number-missing'
  | 'number-repeated'
  | 'head-differs'
  | 'head-missing';

export type ChainVerdict =
  | {
      readonly kind: 'whole';
      readonly links: number;
      readonly head: ChainHead | undefined;
    }
  | {
      readonly kind: 'broken';
      readonly links: number;
      readonly seq: number;
      readonly reason: BreakReason;
    };

/**
 * Verifies a chain in order and stops at the first broken link. Without known heads it proves only that the links fit
 * together; heads stored elsewhere (`knownHeads`), in a mail or an earlier export, also show that the chain was not
 * rebuilt or cut off.
 */
export async function verifyChain(
  links: AsyncIterable<Link> | Iterable<Link>,
  knownHeads: readonly ChainHead[] = [],
): Promise<ChainVerdict> {
  const known = Map.groupBy(knownHeads, ({ seq }) => seq);
  let before: ChainHead | undefined;
  let whole = 0;
  for await (const link of links) {
    const differs = differsFromKnown(link, known) ? 'head-differs' : undefined;
    const reason = breakOf(link, before) ?? differs;
    if (reason !== undefined) {
      return { kind: 'broken', links: whole, seq: brokenSeq(link, before, reason), reason };
    }
    before = { seq: link.seq, hash: link.hash };
    whole += 1;
  }
  const lastSeq = before?.seq ?? 0;
  return knownHeads.some(({ seq }) => seq > lastSeq)
    ? { kind: 'broken', links: whole, seq: lastSeq + 1, reason: 'head-missing' }
    : { kind: 'whole', links: whole, head: before };
}

function breakOf(link: Link, before: ChainHead | undefined): BreakReason | undefined {
  const due = (before?.seq ?? 0) + 1;
  if (link.seq !== due) {
    return link.seq < due ? 'number-repeated' : 'number-missing';
  }
  if (link.previousHash !== (before?.hash ?? firstPreviousHash)) {
    return 'previous-hash-differs';
  }
  return link.hash === sha256(hashedText(link)) ? undefined : 'hash-differs';
}

function differsFromKnown({ seq, hash }: ChainHead, known: ReadonlyMap<number, readonly ChainHead[]>): boolean {
  return known.get(seq)?.some((head) => head.hash !== hash) ?? false;
}

function brokenSeq(link: Link, before: ChainHead | undefined, reason: BreakReason): number {
  return reason === 'number-missing' ? (before?.seq ?? 0) + 1 : link.seq;
}

/** `problem` names what went wrong, never values. */
export type HeadReading =
  | { readonly kind: 'read'; readonly head: HeadFacts | undefined }
  | { readonly kind: 'unreadable'; readonly problem: string };

export interface HeadFacts extends ChainHead {
  readonly at: string;
  readonly anchor?: Anchor;
}

/** Describes the chain's head for the daily summary. Its holder can prove later that nothing before was changed. */
export function describeHead(head: HeadFacts | undefined): readonly string[] {
  return head === undefined
    ? ['Evidence: nothing is recorded yet.']
    : [
        `Evidence: link ${head.seq} of the chain, recorded at ${head.at}, hash ${head.hash}.`,
        `Kept, it proves later that nothing up to here was changed: npx curfew controls verify --head ${head.seq}:${head.hash}`,
        ...(head.anchor === undefined ? [] : describeSigned(head.anchor)),
      ];
}

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
