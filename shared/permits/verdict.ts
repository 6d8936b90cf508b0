import { addDays, dayOf, daysBetween, earliestDay, type Day } from '../kernel/time/day.ts';
import type { DoubtfulUse } from '../ledger/doubtful-use.ts';
import type { Account, Facts } from '../promise/facts.ts';
import { openLimit } from '../promise/limits.ts';
import { drawsOn, mostBeyond, type Potential, type Survey } from '../promise/potential.ts';
import { coveringTopUps, type EndedTopUps } from './ended-top-ups.ts';

/** What may be said of a pool's window, as limits are now; `P` is how people are named. Credits are integers. */
type VerdictOn<P> =
  | { readonly kind: 'kept' }
  /** Kept once the figures reach the day on which the last limit ended that allows too much, or that was none. */
  | { readonly kind: 'kept-from'; readonly day: Day }
  /**
   * Nothing bounds what these may use; of some of them since they are exempt. Or nothing tells which of the doubtful used
   * what, and so what limits let each of them use: absent where it is known.
   */
  | {
      readonly kind: 'not-bounded';
      readonly because: readonly P[];
      readonly exempt: readonly P[];
      readonly doubtful?: readonly P[];
    }
  /**
   * Limits that go on allow more than the amount: what is owed is not sent yet, or may not be sent to these. Or so much
   * more is used already, and was within the amount of its day: top-ups ended since.
   */
  | {
      readonly kind: 'too-much-allowed';
      readonly overCredits: number;
      readonly because: readonly P[];
      readonly endedTopUps?: EndedTopUps;
    }
  /** So much more is used already. */
  | { readonly kind: 'broken'; readonly overCredits: number };

type Verdict = VerdictOn<Account>;

/** The same with people by a text: their user id, or as they are known. */
export type PlainVerdict = VerdictOn<string>;

/** The same with people as `nameOf` gives them. */
export function verdictNaming<P, Q>(verdict: VerdictOn<P>, nameOf: (person: P) => Q): VerdictOn<Q> {
  switch (verdict.kind) {
    case 'not-bounded':
      return {
        kind: verdict.kind,
        because: verdict.because.map(nameOf),
        exempt: verdict.exempt.map(nameOf),
        ...(verdict.doubtful !== undefined && { doubtful: verdict.doubtful.map(nameOf) }),
      };
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

/** Judges one window of a pool. Of `doubtfulUse` nothing tells for sure under whose limit it was used. */
export function verdictOn(
  potential: Potential,
  { facts, limitsOf }: Survey,
  doubtfulUse: readonly DoubtfulUse[] = [],
): Verdict {
  const { amountCredits, usedCredits, credits, accounts, unbounded } = potential;
  if (usedCredits > amountCredits) {
    const overCredits = usedCredits - amountCredits;
    const endedTopUps = coveringTopUps(potential, facts);
    return endedTopUps === undefined
      ? { kind: 'broken', overCredits }
      : { kind: 'too-much-allowed', overCredits, because: [], endedTopUps };
  }
  const openOf = (account: Account): number => openLimit(limitsOf.get(account) ?? []);
  const doubtful = doubtfulIn(potential, facts, doubtfulUse);
  const because = unbounded.filter((account) => openOf(account) === Infinity);
  if (because.length + doubtful.length > 0) {
    const exempt = because.filter(({ unheldUntilMs }) => unheldUntilMs === Infinity);
    return { kind: 'not-bounded', because, exempt, ...(doubtful.length > 0 && { doubtful }) };
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

/** Those of whom use is in doubt that may count in a window, or against limits in it. */
function doubtfulIn(
  { pool, window, pieces }: Potential,
  { accounts, use }: Facts,
  doubtfulUse: readonly DoubtfulUse[],
): readonly Account[] {
  const from = earliestDay(window.from, ...pieces.map(({ counted }) => addDays(use.from, counted.from)));
  const concerned = doubtfulUse.filter(({ through }) => through >= from);
  if (concerned.length === 0) {
    return [];
  }
  const byId = new Map(accounts.map((account) => [account.userId, account]));
  const holders = concerned
    .map(({ holderIds, isOfOthers }) => ({ isOfOthers, all: holderIds.flatMap((userId) => byId.get(userId) ?? []) }))
    .filter(({ isOfOthers, all }) => isOfOthers === true || all.some((account) => drawsOn(account, pool)));
  return [...new Set(holders.flatMap(({ all }) => all))];
}
