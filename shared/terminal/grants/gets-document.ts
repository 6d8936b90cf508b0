import { formatScope } from '../../budgets/scope.ts';
import type { TopUpGain } from '../../caps/top-up-gain.ts';
import { describeShortfall } from '../../explanation/describe-gains.ts';
import type { TopUpGetsDocument } from '../../grants/contract/top-up-document.ts';

/** What a top-up gives, as the JSON documents show it. `laterMs`: the run that can give what is not free yet. */
export function getsDocument(gains: readonly TopUpGain[], laterMs: number): TopUpGetsDocument {
  const isLater = gains.some(({ laterCredits }) => laterCredits !== undefined);
  const short =
    gains.find(({ shortfall }) => shortfall !== undefined) ??
    gains.find(({ overCredits }) => overCredits !== undefined);
  const rooms = short?.shortfall?.kind === 'pools' ? short.shortfall.pools : [];
  return {
    now: sum(gains.map(({ nowCredits }) => nowCredits)),
    later: isLater ? sum(gains.map(({ nowCredits, laterCredits = nowCredits }) => laterCredits)) : null,
    at: isLater ? new Date(laterMs).toISOString() : null,
    why: short === undefined ? null : describeShortfall(short),
    pools: rooms.map(({ pool, leftCredits, reservedForOthersCredits }) => ({
      scope: formatScope(pool.scope),
      window: pool.window.kind,
      left: leftCredits,
      free: pool.freeCredits,
      reservedForOthers: reservedForOthersCredits,
    })),
    people: gains.map(({ email, askedCredits, overCredits, limitCredits, nowCredits, laterCredits }) => ({
      email,
      asked: askedCredits,
      over: overCredits ?? 0,
      limit: limitCredits ?? null,
      now: nowCredits,
      later: laterCredits ?? null,
    })),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
