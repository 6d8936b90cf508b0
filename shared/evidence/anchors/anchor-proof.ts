import { counted, grouped } from '../../kernel/texts/amounts.ts';
import type { ChainHead } from '../chain.ts';
import { describeVerdict, type ChainVerdict } from '../verify-chain.ts';
import type { AnchorStatement } from './anchor.ts';
import { isValidAnchor, type AnchorProblem, type CheckedAnchor, type InvalidAnchor } from './check-anchor.ts';

export interface AnchorProof {
  readonly valid: number;
  readonly through?: AnchorStatement & { readonly key: string };
  readonly invalid: readonly InvalidAnchors[];
  readonly missing: readonly ChainHead[];
  readonly problem?: string;
}

interface InvalidAnchors {
  readonly problem: AnchorProblem;
  readonly count: number;
  readonly first: string;
  readonly key?: string;
}

const missingListedMax = 20;

export function proofOf(checked: readonly CheckedAnchor[], named: readonly ChainHead[] = []): AnchorProof {
  const valid = checked.filter(isValidAnchor);
  const present = new Set(valid.map(({ statement }) => keyOf(statement)));
  const asked = [...valid.flatMap(({ statement: { previous } }) => previous ?? []), ...named];
  const missing = new Map(asked.filter((head) => !present.has(keyOf(head))).map((head) => [keyOf(head), head]));
  const furthest = valid.reduce<(typeof valid)[number] | undefined>(
    (best, each) => (best === undefined || isFurther(each.statement, best.statement) ? each : best),
    undefined,
  );
  return {
    valid: valid.length,
    ...(furthest === undefined ? {} : { through: { ...furthest.statement, key: furthest.anchor.key } }),
    invalid: [...Map.groupBy(checked.filter(isInvalid), ({ problem }) => problem)].map(([problem, of]) =>
      groupOf(problem, of),
    ),
    missing: [...missing.values()].toSorted((a, b) => a.seq - b.seq).slice(0, missingListedMax),
  };
}

/** Returns the signed heads that a chain must contain if it is the one that was signed. */
export function headsOf(checked: readonly CheckedAnchor[]): readonly ChainHead[] {
  return checked
    .filter(isValidAnchor)
    .flatMap(({ statement: { seq, hash, previous } }) => [
      { seq, hash },
      ...(previous === undefined ? [] : [previous]),
    ]);
}

function isFurther(a: AnchorStatement, b: AnchorStatement): boolean {
  return a.seq > b.seq || (a.seq === b.seq && a.at < b.at);
}

function groupOf(problem: AnchorProblem, of: readonly InvalidAnchor[]): InvalidAnchors {
  const [first] = of;
  return {
    problem,
    count: of.length,
    first: first?.place ?? '',
    ...(first?.key === undefined ? {} : { key: first.key }),
  };
}

function isInvalid(checked: CheckedAnchor): checked is InvalidAnchor {
  return checked.kind === 'invalid';
}

function keyOf({ seq, hash }: ChainHead): string {
  return `${seq}:${hash}`;
}

interface ProvedChain {
  readonly chain: ChainVerdict;
  readonly anchors: AnchorProof;
  readonly provedThrough: number;
}

/** Describes how far the evidence is proved: the first sentence says it, the others what remains open. */
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
      'That they are the original ones is not proved: nothing that was kept outside of the tables was compared. The person who could write the table could have made all links anew, or cut off the last ones. A mail (--head) or signed heads (--anchors) show it.',
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
