import { describeLiveStatus } from '../describe-live.ts';
import type { LiveReport } from '../live-state.ts';

export function liveDocument({ at, standing, seenCredits, seenUsers, pools, given }: LiveReport) {
  return {
    at,
    standing: standing.kind,
    detail: describeLiveStatus(standing),
    seen: seenCredits ?? null,
    seenPeople: seenUsers,
    given: { people: given.users, credits: given.credits },
    pools: pools.map(
      ({ scope, window, amountCredits, provenCredits, worstCaseCredits, freeCredits, unboundedUsers }) => ({
        scope,
        window,
        amount: amountCredits,
        proven: provenCredits,
        worstCase: worstCaseCredits,
        free: freeCredits,
        unlimited: unboundedUsers,
      }),
    ),
  };
}

/** The same with one person's pools only; undefined when none of them was read. */
export function liveOf(report: LiveReport, layers: readonly { readonly scope: string; readonly window: string }[]) {
  const own = new Set(layers.map(({ scope, window }) => `${scope} ${window}`));
  const document = liveDocument(report);
  const pools = document.pools.filter(({ scope, window }) => own.has(`${scope} ${window}`));
  return pools.length === 0 ? undefined : { ...document, pools };
}
