import { describeStanding } from '../../../domain/live/describe-live.ts';
import type { LiveReport } from '../../../domain/live/live-state.ts';

/** What a run between the nights found, as the JSON documents show it. */
export function liveDocument({ at, standing, seenCredits, seenUsers, pools, given }: LiveReport) {
  return {
    at,
    standing: standing.kind,
    detail: describeStanding(standing),
    seen: seenCredits ?? null,
    seenPeople: seenUsers,
    given: { people: given.users, credits: given.credits },
    pools: pools.map(({ scope, window, amountCredits, provenCredits, worstCaseCredits, freeCredits }) => ({
      scope,
      window,
      amount: amountCredits,
      proven: provenCredits,
      worstCase: worstCaseCredits,
      free: freeCredits,
    })),
  };
}
