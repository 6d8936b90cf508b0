import type { AnchorStatement } from './anchor.ts';
import type { ChainHead } from '../chain.ts';
import { isValidAnchor, type AnchorProblem, type CheckedAnchor, type InvalidAnchor } from './check-anchor.ts';

/** What signed heads that were kept outside of the tables say of the chain. */
export interface AnchorProof {
  /** How many hold. */
  readonly valid: number;
  /** The one that covers most; absent when none holds. */
  readonly through?: AnchorStatement & { readonly key: string };
  /** Those that do not hold, of each problem how many, and the first of them. */
  readonly invalid: readonly InvalidAnchors[];
  /** Signed heads that others, or the chain itself, name and that are not there. */
  readonly missing: readonly ChainHead[];
  /** Why they could not be read at all. */
  readonly problem?: string;
}

export interface InvalidAnchors {
  readonly problem: AnchorProblem;
  readonly count: number;
  readonly first: string;
  /** Fingerprint of the key that the first names. */
  readonly key?: string;
}

const missingListedMax = 20;

/** `named`: signed heads that links of the chain name. */
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

/** The signed heads that a chain has to have, if it is the one that was signed. */
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
