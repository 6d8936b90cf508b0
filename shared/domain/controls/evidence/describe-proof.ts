import { grouped } from '../../texts/grouped.ts';
import { counted } from '../../texts/counted.ts';
import type { AnchorProof, InvalidAnchors } from './anchors/anchor-proof.ts';
import type { AnchorProblem } from './anchors/check-anchor.ts';
import { describeVerdict } from './describe-chain.ts';
import type { ChainVerdict } from './verify-chain.ts';

/** How a chain fared against what was kept outside of the tables. */
interface ProvedChain {
  readonly chain: ChainVerdict;
  readonly anchors: AnchorProof;
  /** The furthest link that a head kept elsewhere proves; 0 for none. */
  readonly provedThrough: number;
}

/** How far the evidence is proved, in a few sentences: the first says it, the others what that leaves open. */
export function describeProof(proved: ProvedChain): readonly string[] {
  return [...sentenceOf(proved), ...describeAnchors(proved.anchors)];
}

function sentenceOf({ chain, anchors, provedThrough }: ProvedChain): readonly string[] {
  if (chain.kind === 'broken') {
    return [
      `Our own table of the evidence was changed. ${describeVerdict(chain)}`,
      'The platform cannot write that table, so this is no rewriting of the platform’s; who changed it is not known.',
    ];
  }
  if (chain.head === undefined) {
    return [describeVerdict(chain)];
  }
  const { seq, hash } = chain.head;
  if (provedThrough === 0) {
    return [
      `The ${counted(chain.links, 'link')} of the evidence chain fit each other, head ${seq} with hash ${hash}.`,
      'That they are the original ones is not proved: nothing that was kept outside of the tables was compared. Whoever could write the table could have made all links anew, or cut off the last ones. A mail (--head) or signed heads (--anchors) show it.',
    ];
  }
  const how = howProved(anchors, provedThrough);
  return provedThrough >= seq
    ? [`${describeVerdict(chain).slice(0, -1)}, ${how}.`]
    : [
        `The evidence chain is whole up to link ${grouped(provedThrough)}, ${how}; the ${counted(seq - provedThrough, 'link')} after it ${seq - provedThrough === 1 ? 'is' : 'are'} not anchored yet. The head is link ${seq} with hash ${hash}.`,
      ];
}

function howProved({ through }: AnchorProof, provedThrough: number): string {
  return through === undefined || through.seq < provedThrough
    ? 'as a head that was kept elsewhere shows'
    : `signed at ${through.at} with key ${through.key}`;
}

/** What is wrong with the signed heads, a sentence each. */
function describeAnchors({ invalid, missing, problem }: AnchorProof): readonly string[] {
  const [first] = missing;
  return [
    ...(problem === undefined ? [] : [`The signed heads could not be read: ${problem}.`]),
    ...invalid.map(describeInvalid),
    ...(first === undefined
      ? []
      : [`Signed heads are missing, the first that of link ${first.seq}: they were removed from where they are kept.`]),
  ];
}

function describeInvalid({ problem, count, first, key }: InvalidAnchors): string {
  const named = `${counted(count, 'signed head')} (first: ${first})`;
  const words: Readonly<Record<AnchorProblem, string>> = {
    unreadable: 'cannot be read: what is kept there is no signed head any more',
    'wrong-signature': 'is not what was signed: it was altered',
    'other-organization': 'is one of another organization',
    'other-key': `is signed with another key, ${key ?? ''}: if it is an earlier one, give it with --public-key; otherwise it was replaced`,
  };
  return `Of the signed heads, ${named}: ${words[problem]}.`;
}
