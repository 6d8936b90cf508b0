import { addressOf, type Account, type Change } from './facts.ts';
import { leastLimit, openLimit } from './limits.ts';
import { finite, mostBeyond, type Potential, type Survey } from './potential.ts';

/**
 * Returns the lowerings without which some potential stays above its amount after replaced limits show in the figures.
 * Accounts that may use the most of the pool are lowered first, to one level; an account without a limit gets a first
 * one from what the others leave. `beside`: lowerings that are sent anyway. Where use exceeds the amount nothing helps,
 * and none is required.
 */
export function owed(survey: Survey, beside: readonly Change[] = []): readonly Change[] {
  const sent = new Map(beside.map(({ email, limitCredits }) => [addressOf(email), limitCredits]));
  const limitOf = new Map<Account, number>();
  for (const account of survey.facts.accounts) {
    const besideCredits = sent.get(addressOf(account.sendTo ?? '')) ?? Infinity;
    limitOf.set(account, Math.min(openLimit(survey.limitsOf.get(account) ?? []), besideCredits));
  }
  const lowered = new Map<Account, Change>();
  for (const potential of survey.potentials.filter((each) => each.usedCredits <= each.amountCredits)) {
    for (const [account, limitCredits] of cutsIn(potential, survey, limitOf)) {
      limitOf.set(account, limitCredits);
      lowered.set(account, { email: account.sendTo ?? '', limitCredits });
    }
  }
  return [...lowered.values()];
}

/** The levels that accounts are lowered to in one window. What limits allow before its next window counts as used. */
function cutsIn(
  { pool, pieces, accounts, usedCredits, amountCredits }: Potential,
  { facts, limitsOf }: Survey,
  limitOf: ReadonlyMap<Account, number>,
): readonly (readonly [Account, number])[] {
  const [before, last] = [pieces.slice(0, -1), pieces.slice(-1)];
  const where = { facts, poolWindow: { pool, pieces: last } };
  const mostAt = (account: Account, credits: number): number =>
    mostBeyond(account, [{ credits, fromMs: -Infinity, untilMs: Infinity }], where);
  const costs = accounts.map((account) => ({ account, credits: mostAt(account, limitOf.get(account) ?? 0) }));
  const movable = costs.filter(({ account }) => account.sendTo !== undefined);
  const bounded = movable.filter(({ credits }) => credits < Infinity);
  let room = amountCredits - usedCredits;
  for (const { account, credits } of costs) {
    room -= mostBeyond(account, finite(limitsOf.get(account) ?? []), { facts, poolWindow: { pool, pieces: before } });
    room -= account.sendTo === undefined && credits < Infinity ? credits : 0;
  }
  const sumAt = (level: number): number => bounded.reduce((sum, { credits }) => sum + Math.min(credits, level), 0);
  const spare = room - sumAt(Infinity);
  const level = highest(Math.max(0, room), (each) => sumAt(each) <= room);
  const firstLevel = Math.max(0, Math.floor(spare / (movable.length - bounded.length)));
  return movable.flatMap(({ account, credits }): readonly (readonly [Account, number])[] => {
    const most = credits < Infinity ? level : firstLevel;
    const limit = Math.min(limitOf.get(account) ?? 0, leastLimit(limitsOf.get(account) ?? []), Number.MAX_SAFE_INTEGER);
    return credits > most ? [[account, highest(limit, (each) => mostAt(account, each) <= most)]] : [];
  });
}

/** Binary search for the highest whole number up to `most` that fits. 0 fits, and all below a fitting number. */
function highest(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    [low, high] = fits(middle) ? [middle, high] : [low, middle - 1];
  }
  return low;
}
