import { formatScope } from '../../../budgets/scope.ts';
import type { TopUpWay } from '../../../caps/top-up-ways.ts';
import {
  describeGains,
  describeImpossible,
  describeShortfall,
  describeTeamGain,
  describeTeamShortfall,
  describeWayOut,
} from '../../../explanation/describe-gains.ts';
import type { TopUpGetsDocument } from '../../../grants/contract/top-up-document.ts';
import type { TopUpPreview } from '../../../grants/use-cases.ts';
import { neededDocument } from '../../texts/amounts.ts';

/** What the way that was ordered gives, and the others. */
export function waysDocument({ ordered, needed, withinPool, raisePools, laterMs }: TopUpPreview) {
  const documentOf = (each: TopUpWay | undefined) =>
    each === undefined ? null : { ...getsDocument(each, laterMs), raises: (each.terms.raises ?? []).map(formatScope) };
  return {
    gets: getsDocument(ordered, laterMs),
    needed: neededDocument(needed),
    ways: { withinPool: documentOf(withinPool), raisePools: documentOf(raisePools) },
    // Not before this run does any way give what is not free yet.
    laterAt: new Date(laterMs).toISOString(),
  };
}

/** What a top-up gives, as the JSON documents show it. `laterMs`: the run that can give what is not free yet. */
export function getsDocument({ gains, team, isIdle, wayOut }: TopUpWay, laterMs: number): TopUpGetsDocument {
  const isLater = gains.some(({ laterCredits }) => laterCredits !== undefined);
  const short =
    gains.find(({ shortfall }) => shortfall !== undefined) ??
    gains.find(({ overCredits }) => overCredits !== undefined);
  const rooms = short?.shortfall?.kind === 'pools' ? short.shortfall.pools : (team?.pools ?? []);
  const teamWhy = team && describeTeamShortfall(team);
  return {
    isIdle: isIdle === true,
    now: team?.nowCredits ?? sum(gains.map(({ nowCredits }) => nowCredits)),
    later: isLater ? sum(gains.map(({ nowCredits, laterCredits = nowCredits }) => laterCredits)) : null,
    at: isLater ? new Date(laterMs).toISOString() : null,
    why: short === undefined ? (teamWhy ?? null) : describeShortfall(short),
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
    isShort: short?.shortfall !== undefined || team?.nowCredits === 0,
    lines: team === undefined ? describeGains(gains, laterMs) : describeTeamGain(team),
    impossible: wayOut === undefined ? gains.flatMap(describeImpossible) : describeWayOut(wayOut),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
