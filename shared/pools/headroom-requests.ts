import { headroomAtChance, stopChance, type Demand } from './demand/demand.ts';

export interface HeadroomRequest {
  readonly demand: Demand;
  /** The most headroom requested: what the user's own budgets leave; `Infinity` when none applies. */
  readonly ceilingCredits: number;
  /** The user's minimum: the rooms must hold the sum of all. Absent: none. */
  readonly leastCredits?: number;
  /** No pool is in two of them. */
  readonly costs: readonly HeadroomCost[];
}

/** What a headroom costs in each of some pools: never less than a smaller headroom. */
export interface HeadroomCost {
  readonly pools: readonly number[];
  /** Through this headroom nothing can be consumed, and it costs `idleCredits`. Absent: there is none such. */
  readonly idleThrough?: number;
  readonly idleCredits?: number;
  /** A larger one costs the sum of these: each the headroom less an offset, within bounds. */
  readonly parts: readonly CostPart[];
}

interface CostPart {
  readonly offsetCredits: number;
  readonly leastCredits: number;
  readonly mostCredits: number;
}

export function costAt({ idleThrough = -1, idleCredits = 0, parts }: HeadroomCost, headroomCredits: number): number {
  return headroomCredits <= idleThrough ? idleCredits : partsAt(parts, headroomCredits);
}

function partsAt(parts: readonly CostPart[], headroomCredits: number): number {
  let credits = 0;
  for (const { offsetCredits, leastCredits, mostCredits } of parts) {
    credits += Math.max(leastCredits, Math.min(headroomCredits - offsetCredits, mostCredits));
  }
  return credits;
}

/** Numbers of each draw: what a sum over many draws reads lies side by side. */
const numbers = 8;
const active = 0;
const median = 1;
const spread = 2;
const offset = 3;
const lowest = 4;
const highest = 5;
const ceiling = 6;
const least = 7;

/**
 * Requests in columns, since a division looks at each of very many several times. A draw is one user in one pool; those
 * of a pool lie side by side, from `poolFrom` of the pool through before that of the next.
 */
export class HeadroomRequests {
  readonly poolFrom: Int32Array;
  readonly poolOf: Int32Array;
  readonly userOf: Int32Array;
  /** The draws of each user, from `userFrom` of the user through before that of the next. */
  readonly userFrom: Int32Array;
  readonly drawsOfUsers: Int32Array;
  readonly #figures: Float64Array;
  /** By draw, for those few that cost more than one part, or nothing up to some headroom. */
  readonly #costs = new Map<number, HeadroomCost>();

  constructor(requests: readonly HeadroomRequest[], leasts: readonly number[], poolCount: number) {
    this.poolFrom = drawsBefore(requests, poolCount);
    const draws = this.poolFrom[poolCount] ?? 0;
    this.poolOf = new Int32Array(draws);
    this.userOf = new Int32Array(draws);
    this.drawsOfUsers = new Int32Array(draws);
    this.userFrom = new Int32Array(requests.length + 1);
    this.#figures = new Float64Array(draws * numbers);
    const ends = this.poolFrom.slice();
    let count = 0;
    requests.forEach((request, user) => {
      for (const cost of request.costs) {
        for (const pool of cost.pools) {
          const draw = ends[pool] ?? 0;
          ends[pool] = draw + 1;
          this.poolOf[draw] = pool;
          this.userOf[draw] = user;
          this.drawsOfUsers[count] = draw;
          count += 1;
          this.#put(draw, request, { cost, leastCredits: leasts[user] ?? 0 });
        }
      }
      this.userFrom[user + 1] = count;
    });
  }

  #put(
    draw: number,
    { demand, ceilingCredits }: HeadroomRequest,
    { cost, leastCredits }: { readonly cost: HeadroomCost; readonly leastCredits: number },
  ): void {
    const figures = this.#figures;
    const at = draw * numbers;
    const { parts, idleThrough = -1, idleCredits = 0 } = cost;
    const [only] = parts;
    const isIdle = leastCredits <= idleThrough && (idleThrough > 0 || idleCredits !== partsAt(parts, 0));
    const isBounds = only !== undefined && parts.length === 1 && !isIdle;
    if (!isBounds) {
      this.#costs.set(draw, cost);
    }
    figures[at + active] = demand.activeChance;
    figures[at + median] = demand.medianCredits;
    figures[at + spread] = demand.spread;
    figures[at + offset] = isBounds ? only.offsetCredits : Number.NaN;
    // As costs never fall, those of the bounds of a headroom bound its cost.
    figures[at + lowest] = costAt(cost, leastCredits);
    figures[at + highest] = costAt(cost, Math.max(leastCredits, ceilingCredits));
    figures[at + ceiling] = ceilingCredits;
    figures[at + least] = leastCredits;
  }

  ceilingOf(draw: number): number {
    return this.#figures[draw * numbers + ceiling] ?? 0;
  }

  /** The headroom of a draw's user at a chance of being stopped, within the user's bounds. */
  headroomAt(draw: number, chance: number): number {
    const figures = this.#figures;
    const at = draw * numbers;
    const wanted = headroomAtChance(
      chance,
      figures[at + active] ?? 0,
      figures[at + median] ?? 0,
      figures[at + spread] ?? 0,
    );
    return Math.max(figures[at + least] ?? 0, Math.min(figures[at + ceiling] ?? 0, Math.floor(wanted)));
  }

  stopChance(draw: number, headroomCredits: number): number {
    const figures = this.#figures;
    const at = draw * numbers;
    const demand = {
      activeChance: figures[at + active] ?? 0,
      medianCredits: figures[at + median] ?? 0,
      spread: figures[at + spread] ?? 0,
    };
    return stopChance(demand, headroomCredits);
  }

  /** What a headroom within the user's bounds costs. */
  costAt(draw: number, headroomCredits: number): number {
    const figures = this.#figures;
    const at = draw * numbers;
    const beyond = headroomCredits - (figures[at + offset] ?? 0);
    if (Number.isNaN(beyond)) {
      const cost = this.#costs.get(draw);
      return cost === undefined ? 0 : costAt(cost, headroomCredits);
    }
    return Math.max(figures[at + lowest] ?? 0, Math.min(beyond, figures[at + highest] ?? 0));
  }

  /** The most that the first draws of a list may cost. */
  mostOf(draws: Int32Array, count: number): number {
    let credits = 0;
    for (let place = 0; place < count; place += 1) {
      credits += this.#figures[(draws[place] ?? 0) * numbers + highest] ?? 0;
    }
    return credits;
  }

  /** What the first draws of a list cost at a chance: in one loop, since it is what takes the time of a division. */
  costOfAll(draws: Int32Array, count: number, chance: number): number {
    const figures = this.#figures;
    let credits = 0;
    for (let place = 0; place < count; place += 1) {
      const draw = draws[place] ?? 0;
      const at = draw * numbers;
      const beyond =
        Math.floor(
          headroomAtChance(chance, figures[at + active] ?? 0, figures[at + median] ?? 0, figures[at + spread] ?? 0),
        ) - (figures[at + offset] ?? 0);
      const low = figures[at + lowest] ?? 0;
      const high = figures[at + highest] ?? 0;
      if (beyond > high) {
        credits += high;
      } else if (beyond >= low) {
        credits += beyond;
      } else {
        credits += Number.isNaN(beyond) ? this.costAt(draw, this.headroomAt(draw, chance)) : low;
      }
    }
    return credits;
  }
}

/** By pool, and one more: how many draws there are in the pools before it. */
function drawsBefore(requests: readonly HeadroomRequest[], poolCount: number): Int32Array {
  const from = new Int32Array(poolCount + 1);
  for (const { costs } of requests) {
    for (const { pools } of costs) {
      for (const pool of pools) {
        from[pool + 1] = (from[pool + 1] ?? 0) + 1;
      }
    }
  }
  for (let pool = 0; pool < poolCount; pool += 1) {
    from[pool + 1] = (from[pool + 1] ?? 0) + (from[pool] ?? 0);
  }
  return from;
}
