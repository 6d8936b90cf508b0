import { sha256 } from '../../sha256.ts';
import { firstPreviousHash, hashedText, type ChainHead, type Link } from './chain.ts';

export type BreakReason =
  | 'hash-differs'
  | 'previous-hash-differs'
  | 'number-missing'
  | 'number-repeated'
  | 'head-differs'
  | 'head-missing';

/** What reading a chain from its first link to its last one showed. */
export type ChainVerdict =
  | {
      readonly kind: 'whole';
      /** How many links were read. */
      readonly links: number;
      /** The last link; what the chain was to start after when there is none. */
      readonly head: ChainHead | undefined;
    }
  | {
      readonly kind: 'broken';
      /** How many links before the broken one are whole. */
      readonly links: number;
      /** The number of the first broken link. */
      readonly seq: number;
      readonly reason: BreakReason;
    };

interface ChainProof {
  /** Heads that somebody kept outside the store: in a mail, in an earlier export. */
  readonly knownHeads?: readonly ChainHead[];
  /** Where the links begin when they are the later part of a chain. */
  readonly startsAfter?: ChainHead | undefined;
}

/**
 * Follows a chain in the order of its numbers and stops at the first link that does not hold. Without a known head it
 * proves that the links fit each other; only a head kept elsewhere shows that nobody rebuilt the whole chain or cut off
 * its end.
 */
export async function verifyChain(
  links: AsyncIterable<Link> | Iterable<Link>,
  { knownHeads = [], startsAfter }: ChainProof = {},
): Promise<ChainVerdict> {
  const known = Map.groupBy(knownHeads, ({ seq }) => seq);
  if (startsAfter !== undefined && differsFromKnown(startsAfter, known)) {
    return { kind: 'broken', links: 0, seq: startsAfter.seq, reason: 'head-differs' };
  }
  let before = startsAfter;
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

/** Of a gap the number that is missing is named, not the link behind it. */
function brokenSeq(link: Link, before: ChainHead | undefined, reason: BreakReason): number {
  return reason === 'number-missing' ? (before?.seq ?? 0) + 1 : link.seq;
}
