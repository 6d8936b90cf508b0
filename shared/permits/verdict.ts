import { addDays, type Day, dayOf, daysBetween, daysOf, earliestDay, latestDay } from '../kernel/time/day.ts';
import type { DoubtfulUse } from '../ledger/doubtful-use.ts';
import type { Account, Facts } from '../promise/facts.ts';
import { openLimit } from '../promise/limits.ts';
import { amountOn } from '../promise/pool-window.ts';
import { drawsOn, mostBeyond, type Potential, type Survey } from '../promise/potential.ts';
import { creditsIn, daysIn, spanOf } from '../promise/use.ts';

interface EndedTopUps {
  readonly credits: number;
  readonly day: Day;
}

/** Returns the top-ups that cover use beyond the current amount; undefined if use exceeded a day's amount. */
function coveringTopUps({ pool, window, accounts }: Potential, facts: Facts): EndedTopUps | undefined {
  const today = dayOf(facts.moment.nowMs - facts.moment.earlierMs);
  const [first, ...others] = pool.topUps.filter(({ to }) => window.from <= to && to < today);
  if (first === undefined) {
    return undefined;
  }
  let usedBefore = 0;
  for (const day of daysOf({ from: window.from, through: earliestDay(window.through, today) })) {
    const within = spanOf({ from: day, through: day }, facts);
    let used = pool.team === undefined ? creditsIn(facts.use.beyondRows, within) : 0;
    for (const account of accounts) {
      for (const days of daysIn(account, pool, { within, facts })) {
        used += creditsIn(account.used, days);
      }
    }
    if (used > Math.max(0, amountOn(day, pool) - usedBefore)) {
      return undefined;
    }
    usedBefore += used;
  }
  return {
    credits: others.reduce((sum, { credits }) => sum + credits, first.credits),
    day: latestDay(first.to, ...others.map(({ to }) => to)),
  };
}

/** The statement about a pool's window under the current limits; `P` is how people are named. Credits are integers. */
type VerdictOn<P> =
  | { readonly kind: 'kept' }
  /** Kept once the figures reach the day on which the last limit ended that allows too much, or was none. */
  | { readonly kind: 'kept-from'; readonly day: Day }
  /**
   * The use of these people is unbounded, of some because they are exempt. Or it is unknown which of the doubtful used
   * what, so what their limits leave is unknown.
   */
  | {
      readonly kind: 'not-bounded';
      readonly because: readonly P[];
      readonly exempt: readonly P[];
      readonly doubtful?: readonly P[];
    }
  /**
   * Limits that stay allow more than the amount: required lowerings are not sent yet, or may not be sent to these
   * people. Or this much more is used already, within the amount of its day: top-ups ended since.
   */
  | {
      readonly kind: 'too-much-allowed';
      readonly overCredits: number;
      readonly because: readonly P[];
      readonly endedTopUps?: EndedTopUps;
    }
  | { readonly kind: 'broken'; readonly overCredits: number };

type Verdict = VerdictOn<Account>;

export type PlainVerdict = VerdictOn<string>;

export function verdictNaming<P, Q>(verdict: VerdictOn<P>, nameOf: (person: P) => Q): VerdictOn<Q> {
  switch (verdict.kind) {
    case 'not-bounded':
      return {
        kind: verdict.kind,
        because: verdict.because.map(nameOf),
        exempt: verdict.exempt.map(nameOf),
        doubtful: verdict.doubtful?.map(nameOf),
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

/** Judges one window of a pool. For `doubtfulUse` it is uncertain whose limit applied. */
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

/** People with doubtful use that may count in a window, or against limits in it. */
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
