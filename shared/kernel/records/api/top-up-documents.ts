import { formatScope } from '../../../budgets/scope.ts';
import type { TopUpGain } from '../../../caps/top-up-gain.ts';
import { describeGains, describeImpossible, describeShortfall } from '../../../explanation/describe-gains.ts';
import type { TopUpGetsDocument } from '../../../grants/contract/top-up-document.ts';
import type { TopUpPreview, TopUpWay } from '../../../grants/use-cases.ts';
import { neededDocument } from '../../texts/amounts.ts';

/** What the way that was ordered gives, and the others. */
export function waysDocument({ ordered, needed, withinPool, raisePools, laterMs }: TopUpPreview) {
  const documentOf = (each: TopUpWay | undefined) =>
    each === undefined
      ? null
      : { ...getsDocument(each.gains, laterMs), raises: (each.terms.raises ?? []).map(formatScope) };
  return {
    gets: getsDocument(ordered.gains, laterMs),
    needed: neededDocument(needed),
    ways: { withinPool: documentOf(withinPool), raisePools: documentOf(raisePools) },
    // Not before this run does any way give what is not free yet.
    laterAt: new Date(laterMs).toISOString(),
  };
}

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
    isShort: short?.shortfall !== undefined,
    lines: describeGains(gains, laterMs),
    impossible: gains.flatMap(describeImpossible),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
