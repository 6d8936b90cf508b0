import type { Account } from '../../promise/facts.ts';
import { openLimit } from '../../promise/limits.ts';
import { mostBeyond, type Potential, type Survey } from '../../promise/potential.ts';
import { addDays, dayOf, daysBetween, type Day } from '../time/day.ts';

/** What may be said of a pool's window, as limits are now; `P` is how people are named. Credits are integers. */
type VerdictOn<P> =
  | { readonly kind: 'kept' }
  /** Kept once the figures reach the day on which the last limit ended that allows too much, or that was none. */
  | { readonly kind: 'kept-from'; readonly day: Day }
  /** Nothing bounds what these may use; of some of them since they are exempt. */
  | { readonly kind: 'not-bounded'; readonly because: readonly P[]; readonly exempt: readonly P[] }
  /** Limits that go on allow more than the amount: what is owed is not sent yet, or may not be sent to these. */
  | { readonly kind: 'too-much-allowed'; readonly overCredits: number; readonly because: readonly P[] }
  /** So much more is used already. */
  | { readonly kind: 'broken'; readonly overCredits: number };

type Verdict = VerdictOn<Account>;

/** The same with people by a text: their user id, or as they are known. */
export type PlainVerdict = VerdictOn<string>;

/** The same with people as `nameOf` gives them. */
export function verdictNaming<P, Q>(verdict: VerdictOn<P>, nameOf: (person: P) => Q): VerdictOn<Q> {
  switch (verdict.kind) {
    case 'not-bounded':
      return { ...verdict, because: verdict.because.map(nameOf), exempt: verdict.exempt.map(nameOf) };
    case 'too-much-allowed':
      return { ...verdict, because: verdict.because.map(nameOf) };
    case 'kept':
    case 'kept-from':
    case 'broken':
      return verdict;
  }
}

export const verdictKinds = [
  'kept',
  'kept-from',
  'not-bounded',
  'too-much-allowed',
  'broken',
] as const satisfies readonly Verdict['kind'][];

/** Judges one window of a pool. */
export function verdictOn(potential: Potential, { facts, limitsOf }: Survey): Verdict {
  const { amountCredits, usedCredits, credits, accounts, unbounded } = potential;
  if (usedCredits > amountCredits) {
    return { kind: 'broken', overCredits: usedCredits - amountCredits };
  }
  const openOf = (account: Account): number => openLimit(limitsOf.get(account) ?? []);
  const because = unbounded.filter((account) => openOf(account) === Infinity);
  if (because.length > 0) {
    const exempt = because.filter(({ unheldUntilMs }) => unheldUntilMs === Infinity);
    return { kind: 'not-bounded', because, exempt };
  }
  if (unbounded.length === 0 && credits <= amountCredits) {
    return { kind: 'kept' };
  }
  const mostOpen = (account: Account): number => {
    const limit = { credits: openOf(account), fromMs: -Infinity, untilMs: Infinity };
    return mostBeyond(account, [limit], { facts, poolWindow: potential });
  };
  const openCredits = accounts.reduce((sum, account) => sum + mostOpen(account), usedCredits);
  if (openCredits > amountCredits) {
    const fixed = accounts.filter((account) => account.sendTo === undefined && mostOpen(account) > 0);
    return { kind: 'too-much-allowed', overCredits: openCredits - amountCredits, because: fixed };
  }
  const ends = accounts.flatMap((account) => (limitsOf.get(account) ?? []).map(({ untilMs }) => untilMs));
  const lastMs = ends.reduce((last, endMs) => (endMs < Infinity ? Math.max(last, endMs) : last), -Infinity);
  const daysBehind = daysBetween(facts.use.through, dayOf(facts.moment.nowMs));
  return { kind: 'kept-from', day: addDays(dayOf(lastMs), daysBehind) };
}
