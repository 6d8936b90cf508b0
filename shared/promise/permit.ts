import { addressOf, type Account, type Change } from './facts.ts';
import { inForceFromNow, leastLimit, openLimit } from './limits.ts';
import { finite, mostBeyond, type Survey, teamsOf } from './potential.ts';

/** A limit that may be sent. Only this file creates one, and the writer of limits accepts nothing else. */
class PermittedLimit<C extends Change> implements Change {
  readonly #change: C;
  readonly email: string;
  readonly limitCredits: number;

  constructor(change: C) {
    this.#change = change;
    ({ email: this.email, limitCredits: this.limitCredits } = change);
  }

  get change(): C {
    return this.#change;
  }
}

export type Permitted<C extends Change = Change> = PermittedLimit<C>;

/**
 * Returns the permitted changes in sending order: lowering ones first. After every prefix, with each PUT applied, lost
 * or refused, no potential is above both its amount and its previous value, and no one is given more of a pool whose
 * potential is above its amount.
 */
export function permit<C extends Change>(survey: Survey, changes: readonly C[]): readonly Permitted<C>[] {
  const { facts, potentials } = survey;
  const holders = Map.groupBy(facts.accounts, ({ held }) => held.find(({ untilMs }) => untilMs === Infinity)?.address);
  const limitsOf = new Map(survey.limitsOf);
  const permitted: Permitted<C>[] = [];
  const sums = potentials.map(({ credits }) => credits);
  const placesOf = Map.groupBy(potentials.keys(), (place) => potentials[place]?.pool.team);

  function holdersOf({ email, limitCredits }: C): readonly Account[] {
    const isLimit = Number.isSafeInteger(limitCredits) && limitCredits >= 0;
    return isLimit ? (holders.get(addressOf(email)) ?? []) : [];
  }

  /** Counts a change as in force beside all earlier ones, unless it gives more of a pool than its amount allows. */
  function send(change: C, isGiven: boolean): void {
    const accounts = holdersOf(change);
    const limit = inForceFromNow(change.limitCredits, facts);
    const after = new Map<number, number>();
    let isBorne = accounts.length > 0;
    for (const account of accounts) {
      const before = finite(limitsOf.get(account) ?? []);
      for (const place of [undefined, ...teamsOf(account)].flatMap((team) => placesOf.get(team) ?? [])) {
        const poolWindow = potentials[place];
        if (poolWindow !== undefined) {
          const where = { facts, poolWindow };
          const more = mostBeyond(account, [...before, limit], where) - mostBeyond(account, before, where);
          const credits = (after.get(place) ?? sums[place] ?? 0) + more;
          after.set(place, credits);
          isBorne &&= !isGiven || credits <= poolWindow.amountCredits;
        }
      }
    }
    if (isBorne) {
      permitted.push(new PermittedLimit(change));
      // An account that stays without a limit is in no sum.
      if (limit.credits < Infinity) {
        after.forEach((credits, place) => (sums[place] = credits));
      }
      accounts.forEach((account) => limitsOf.set(account, [...(limitsOf.get(account) ?? []), limit]));
    }
  }

  /** A limit above the lowest that may be in force may give more. If an account may be unbounded, any limit takes. */
  function gives(change: C): boolean {
    const known = holdersOf(change).map((account) => survey.limitsOf.get(account) ?? []);
    return known.some((limits) => openLimit(limits) < Infinity && change.limitCredits > leastLimit(limits));
  }

  changes.filter((change) => !gives(change)).forEach((change) => send(change, false));
  changes.filter(gives).forEach((change) => send(change, true));
  return permitted;
}
