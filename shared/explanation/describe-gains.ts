import { moreForPool } from '../budgets/more-for-pool.ts';
import { formatScope } from '../budgets/scope.ts';
import type { TeamGain } from '../caps/team-gain.ts';
import type { PoolRoom, TopUpGain } from '../caps/top-up-gain.ts';
import type { WayOut } from '../caps/top-up-ways.ts';
import { topUpCommand } from '../grants/top-up-command.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { creditsText } from '../kernel/texts/credits.ts';
import { shellWord } from '../kernel/texts/shell-word.ts';
import { minuteText, startText } from '../kernel/time/day.ts';
import { poolName } from './describe-pool.ts';
import { turnOf } from './explanation.ts';

/** Describes what each person gets now, later, and why not more, in lines. */
export function describeGains(gains: readonly TopUpGain[], laterMs: number): readonly string[] {
  return gains.flatMap((gain) => {
    const { email, askedCredits, nowCredits, laterCredits, limitCredits, shortfall } = gain;
    const limit = limitCredits === undefined ? '' : ` (limit ${creditsText(limitCredits)})`;
    const words = coveredWords(gain);
    const covered = words === undefined ? [] : [`${words}.`];
    const taken = takenWords(gain);
    if (shortfall === undefined) {
      const more = nowCredits === 0 ? 'nothing' : `${creditsText(nowCredits)} more`;
      return [`${email} gets ${more} now${limit}.`, ...covered, ...taken];
    }
    const now = nowCredits === 0 ? 'nothing' : creditsText(nowCredits);
    const get = `${email} gets ${now} of ${creditsText(askedCredits)} now${limit}`;
    return [
      ...(gain.taken === undefined && shortfall.kind === 'pools' && shortfall.pools.length > 0
        ? [`${get}:`, ...bindingRooms(shortfall.pools, askedCredits).map((room) => `${roomWords(room)}.`)]
        : [`${get}: ${describeShortfall(gain)}.`]),
      ...covered,
      ...(laterCredits === undefined ? [] : [laterWords(laterCredits, laterMs)]),
      ...taken,
    ];
  });
}

function coveredWords({ askedCredits, overCredits }: TopUpGain): string | undefined {
  if (overCredits === undefined) {
    return undefined;
  }
  return overCredits < askedCredits
    ? `${creditsText(overCredits)} of it covers what they are already over`
    : `All of it covers what they are already over (${creditsText(overCredits)}): only more than that lets them work`;
}

function takenWords({ taken }: TopUpGain): readonly string[] {
  return taken === undefined
    ? []
    : [`${taken.email} keeps ${creditsText(taken.keepsCredits)} of ${creditsText(taken.hadCredits)}.`];
}

function laterWords(laterCredits: number, laterMs: number): string {
  return `Up to ${creditsText(laterCredits)} in all from ${instantText(laterMs)} at the earliest: limits that are lowered now free credits once the figures show them unused.`;
}

/** What the pools' guarantee makes impossible, and alternatives; nothing where everything comes now or later. */
export function describeImpossible(gain: TopUpGain) {
  const { askedCredits, overCredits = 0, nowCredits, laterCredits = nowCredits, shortfall } = gain;
  const mostCredits = askedCredits - overCredits;
  if (shortfall?.kind !== 'pools' || gain.taken !== undefined || laterCredits >= mostCredits) {
    return [];
  }
  if (shortfall.pools.some((room) => room.overCredits > 0)) {
    return [];
  }
  const [tightest] = shortfall.pools.toSorted((a, b) => a.leftCredits - b.leftCredits);
  if (tightest === undefined) {
    return [];
  }
  const { pool } = tightest;
  const { scope, window } = pool;
  const key = `${shellWord(formatScope(scope))} ${window.kind}`;
  const promise = pool.guarantee.kind === 'strict' ? 'it is strict, so that' : 'even overcommitted';
  return [
    `The other ${creditsText(mostCredits - laterCredits)} cannot come out of ${poolName(pool)} before ${startText(turnOf(window))}, when its ${window.kind} resets: ${promise} no more than its amount is given.`,
    `Two ways out: raise the pool (--raise-pools, or "npx curfew budgets set ${key} AMOUNT"), or give up its guarantee ("npx curfew budgets set ${key} AMOUNT --guarantee 1.2").`,
  ];
}

/** The commands that give it where the top-up alone gives nothing, in their order. */
export function describeWayOut({ covers, terms }: Pick<WayOut, 'covers' | 'terms'>): readonly string[] {
  const last = topUpCommand(terms);
  return [...describeCovers({ covers }), covers.length === 0 ? `What gives it: ${last}` : `Then give it: ${last}`];
}

/** The commands that cover what pools are over by. */
export function describeCovers({ covers }: Pick<WayOut, 'covers'>): readonly string[] {
  return covers.map(
    ({ pool, overCredits }) => `Cover what ${poolName(pool)} is over by: ${moreFor(pool, overCredits)}`,
  );
}

/** Describes what the members of a team get of its top-up together, and why not more. */
export function describeTeamGain(gain: TeamGain): readonly string[] {
  const { team, askedCredits, nowCredits, members, overCredits } = gain;
  if (nowCredits === 0) {
    return [
      `Team ${team} gets nothing of ${creditsText(askedCredits)} now: ${describeTeamShortfall(gain) ?? 'its members have no limit that it raises'}.`,
    ];
  }
  const covered = overCredits > 0 ? [`${creditsText(overCredits)} of it covers what the team is already over.`] : [];
  const people = counted(members, 'person', 'people');
  return [`${people} of team ${team} get ${creditsText(nowCredits)} more together now.`, ...covered];
}

/** Why a team's top-up gives nothing; undefined where it gives, or where no reason is known. */
export function describeTeamShortfall({ members, askedCredits, nowCredits, overCredits, pools }: TeamGain) {
  if (nowCredits > 0) {
    return undefined;
  }
  if (overCredits >= askedCredits) {
    return `all of it covers what the team is already over (${creditsText(overCredits)}); only more than that lets its members work`;
  }
  const [room] = pools;
  return members === 0 ? 'no budget of the team divides it among members' : room && roomWords(room);
}

function moreFor({ scope, window, amountCredits }: PoolRoom['pool'], credits: number): string {
  return moreForPool({ scope, window: window.kind, amountCredits }, credits);
}

function instantText(ms: number): string {
  return minuteText(new Date(ms).toISOString());
}

/** Why a person gets less than requested now; empty where they do not. */
export function describeShortfall(gain: TopUpGain): string {
  const { shortfall, askedCredits, taken } = gain;
  if (shortfall?.kind === 'pools' && taken !== undefined) {
    return `${taken.email} may have used the others since the last figures`;
  }
  switch (shortfall?.kind) {
    case undefined:
      return coveredWords(gain) ?? '';
    case 'not-capped':
      return 'no limit is set for them: they are not on the roster, or cannot be capped';
    case 'kept':
      return keptBecause[shortfall.reason];
    case 'own':
      return shortfall.by.kind === 'ceiling'
        ? 'the ceiling of all limits (limitCeilingCredits in the settings) leaves no more'
        : `the budget "${formatScope(shortfall.by.scope)} ${shortfall.by.window}" leaves no more`;
    case 'pools':
      return shortfall.pools.length === 0
        ? 'a budget of the whole organization leaves no more'
        : bindingRooms(shortfall.pools, askedCredits).map(roomWords).join('; ');
  }
}

/** The same for the person: pools without their amounts. Empty where nothing limits them, too. */
export function describeOwnShortfall(gain: TopUpGain): string {
  const { shortfall, askedCredits, overCredits } = gain;
  const covered = overCredits === undefined ? [] : [`${creditsText(overCredits)} of it covers usage above the limit`];
  return [...covered, ...ownWords(shortfall, askedCredits)].join('; ');
}

function ownWords(shortfall: TopUpGain['shortfall'], askedCredits: number): readonly string[] {
  switch (shortfall?.kind) {
    case undefined:
      return [];
    case 'not-capped':
      return ['no limit is set for this account yet'];
    case 'kept':
      return isFree(shortfall.reason) ? [] : ['the limit stays unchanged for now'];
    case 'own':
      return [
        shortfall.by.kind === 'ceiling'
          ? 'the ceiling of all limits leaves no more'
          : `the budget "${formatScope(shortfall.by.scope)} ${shortfall.by.window}" leaves no more`,
      ];
    case 'pools': {
      const [room] = bindingRooms(shortfall.pools, askedCredits);
      const pool = room === undefined ? 'the organization' : poolName(room.pool);
      return [`the budget of ${pool} has no more to give now`];
    }
  }
}

function isFree(reason: string): boolean {
  return ['exempt', 'no-budget', 'unlimited'].includes(reason);
}

const keptBecause = {
  exempt: 'they are exempt, and their limit stays unchanged',
  unchanged: 'the budgets leave no more',
  'no-budget': 'no budget sets a limit for them',
  'invalid-budget': 'a budget that concerns them cannot be read, and their limit stays unchanged until then',
  unlimited: 'they have no limit',
  'unreadable-usage': 'some of their figures cannot be read, and their limit stays unchanged',
} as const;

function bindingRooms(rooms: readonly PoolRoom[], askedCredits: number): readonly PoolRoom[] {
  const binding = rooms.filter(({ pool }) => pool.freeCredits < askedCredits);
  return (binding.length === 0 ? rooms : binding).slice(0, binding.length === 0 ? 1 : 2);
}

function roomWords({ pool, leftCredits, overCredits, reservedForOthersCredits }: PoolRoom): string {
  if (overCredits > 0) {
    return `${poolName(pool)} is over by ${creditsText(overCredits)} for the ${pool.window.kind}; that has to be covered first`;
  }
  const people = counted(pool.memberIds.length, 'person', 'people');
  const reserved =
    reservedForOthersCredits === 0 ? '' : `, ${creditsText(reservedForOthersCredits)} reserved for others`;
  return `${poolName(pool)} has ${creditsText(leftCredits)} left for the ${pool.window.kind}, shared out among ${people}${reserved}; ${creditsText(Math.min(leftCredits, pool.freeCredits))} of it can be given now`;
}
