import { formatScope } from '../budgets/scope.ts';
import type { TopUpTerms } from '../grants/top-up.ts';
import { keptWith } from '../kernel/kept-with.ts';
import type { AmountNeeded } from '../kernel/texts/amounts.ts';
import { neededUnder } from './amount-needed.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { type CapPlan, planCaps } from './cap-plan.ts';
import { coverPools } from './cover-pools.ts';
import { type TeamGain, teamGain } from './team-gain.ts';
import {
  decideMove,
  type MoveProblem,
  type PoolRoom,
  poolsToRaise,
  type TopUpGain,
  topUpGains,
  usableBefore,
} from './top-up-gain.ts';

export interface WaysOrder {
  readonly terms: TopUpTerms;
  /** Raises the binding pools by the same amount. */
  readonly raisesBinding: boolean;
}

export interface TopUpWay {
  readonly terms: TopUpTerms;
  /** What they could use before; stored with the top-up. */
  readonly usableBefore: Readonly<Record<string, number>>;
  readonly gains: readonly TopUpGain[];
  /** Of a team's top-up for no one in particular: what its members gain together. */
  readonly team?: TeamGain;
  /** The roster is known, and no one on it gets anything by it, now or later. */
  readonly isIdle?: boolean;
  readonly wayOut?: WayOut;
}

/** What gives, tried by the plan, where the top-up alone gives nothing: pools are covered first. */
export interface WayOut extends Pick<TopUpWay, 'terms' | 'gains' | 'team'> {
  readonly covers: readonly PoolRoom[];
}

export interface TopUpWays {
  readonly ordered: TopUpWay;
  /** When pools leave less than ordered: the same with priority in the pools, and with larger pools. */
  readonly withinPool?: TopUpWay;
  readonly raisePools?: TopUpWay;
  /** What its person needs for their usual pace; absent for a team, and where nothing is missing or too little is known. */
  readonly needed?: AmountNeeded;
  /** Why the credits cannot be taken from the person whom a move names. */
  readonly refused?: MoveProblem;
}

/** The plan of an input on which several ways are tried. */
export const planBefore = keptWith(planCaps);

/** The possible forms of a top-up, on one plan input. `createdAt`: an ISO instant. */
export function waysOf(input: CapPlanInput, { terms, raisesBinding }: WaysOrder, createdAt: string): TopUpWays {
  const without = planBefore(input);
  const wayOf = wayUnder(input, without, createdAt);
  const plain = wayOf(terms);
  const raised = largerPools(plain, wayOf);
  const ordered = raisesBinding ? (raised ?? plain) : plain;
  const refused = terms.takenFrom === undefined ? undefined : decideMove(terms, input, without);
  const isShort = roomsOf(plain).length > 0;
  const isOpen = ordered === plain && isShort && isPlain(terms);
  const within = isOpen && terms.scope.kind === 'user' ? wayOf({ ...terms, withinPool: true }) : undefined;
  const needed = terms.scope.kind === 'user' ? neededUnder(without, terms.scope.email, input) : undefined;
  const wayOut = ordered.isIdle === true && isShort ? wayOutOf(plain, input, createdAt) : undefined;
  return {
    ordered: { ...ordered, ...(wayOut !== undefined && { wayOut }) },
    ...(refused !== undefined && { refused }),
    ...(needed !== undefined && { needed }),
    ...(within !== undefined && givesAny(within) && { withinPool: within }),
    ...(isOpen && raised !== undefined && givesAny(raised) && { raisePools: raised }),
  };
}

type TryWay = (tried: TopUpTerms) => TopUpWay;

function wayUnder(input: CapPlanInput, without: CapPlan, createdAt: string): TryWay {
  return (tried) => {
    const usable = usableBefore({ ...tried, kind: 'top-up', createdAt }, input, without);
    const topUp = { ...tried, kind: 'top-up', createdAt, usableBefore: usable } as const;
    // Its effect on a later day depends on the use until then.
    const isInForce = tried.from <= input.day && input.day <= tried.to;
    const gains = isInForce ? topUpGains(topUp, input, without) : [];
    const team = isInForce && gains.length === 0 ? teamGain(topUp, input, without) : undefined;
    const way = { terms: tried, usableBefore: usable, gains, ...(team !== undefined && { team }) };
    return { ...way, ...(isInForce && input.users.length > 0 && !givesAny(way) && { isIdle: true }) };
  };
}

/** A way that gives nothing, now or later, is none. */
function givesAny({ gains, team }: TopUpWay): boolean {
  return (
    (team?.nowCredits ?? 0) > 0 || gains.some(({ nowCredits, laterCredits = 0 }) => nowCredits > 0 || laterCredits > 0)
  );
}

function isPlain({ withinPool, raises, takenFrom }: TopUpTerms): boolean {
  return withinPool !== true && raises === undefined && takenFrom === undefined;
}

function roomsOf({ gains, team }: TopUpWay): readonly PoolRoom[] {
  const rooms = gains.flatMap(({ shortfall }) => (shortfall?.kind === 'pools' ? shortfall.pools : []));
  return [...rooms, ...(team?.pools ?? [])];
}

/** The same with larger pools, as few as give all of it now; undefined when no pool leaves less. */
function largerPools(way: TopUpWay, wayOf: TryWay): TopUpWay | undefined {
  const { terms } = way;
  const own = formatScope(terms.scope);
  const ways = poolsToRaise([{ shortfall: { kind: 'pools', pools: roomsOf(way) } }], terms.credits)
    // A team's top-up raises its own pools anyway.
    .map((scopes) => scopes.filter((scope) => formatScope(scope) !== own))
    .filter((scopes) => scopes.length > 0)
    .map((raises) => wayOf({ ...terms, raises }));
  const isWhole = ({ gains, team }: TopUpWay) =>
    gains.every(({ shortfall }) => shortfall === undefined) && (team === undefined || team.pools.length === 0);
  return ways.find(isWhole) ?? ways.at(-1);
}

/** The same once what pools are over by is covered, with larger pools where that is not enough. */
function wayOutOf(way: TopUpWay, input: CapPlanInput, createdAt: string): WayOut | undefined {
  const { scope, credits } = way.terms;
  const own = formatScope(scope);
  const over = roomsOf(way).filter(({ overCredits }) => overCredits > 0);
  const covers = over.filter(({ pool }) => formatScope(pool.scope) !== own);
  const ownOver = Math.max(0, way.team?.overCredits ?? 0);
  if (over.length === 0 && ownOver === 0) {
    return undefined;
  }
  const covered = coverPools(input, covers);
  const wayOf = wayUnder(covered, planBefore(covered), createdAt);
  const plain = wayOf({ ...way.terms, credits: credits + ownOver });
  const found = givesAny(plain) ? plain : largerPools(plain, wayOf);
  if (found === undefined || !givesAny(found)) {
    return undefined;
  }
  const { terms, gains, team } = found;
  return { covers, terms, gains, ...(team !== undefined && { team }) };
}
