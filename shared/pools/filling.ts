import type { HeadroomRequests } from './headroom-requests.ts';

/** Chances are tried on one fixed logarithmic grid, so that more room never ends at a larger chance. */
const steps = 2 ** 26;
const leastLogChance = -60;

function chanceAt(step: number): number {
  return Math.exp((leastLogChance * step) / steps);
}

/** Without a sample a search begins at a chance of one in five, and at the usual slope of logarithms of sums. */
const usualStep = 1_800_000;
const usualSlope = -leastLogChance / steps;

/** Of so many members a sample is searched first: it leads near the step at almost no cost. */
const sampledFrom = 4_096;
const sampleStride = 64;

/** Between nearer steps, rounding to credits hides the slope. */
const slopeStepsMin = 256;

/** After this many tries that did not halve the error: bisection, or larger jumps while there is no upper bound. */
const triesToHalve = 3;

/**
 * The search for the last step of chances at which a pool fits. It goes on only while no other pool can be full
 * earlier: `low` fits, and still does when members stop earlier than the others; `high` does not, until then.
 */
export class Filling {
  leftCredits: number;
  low = -1;
  high = steps + 1;
  /** The chance at `low`. */
  chance = 1;
  /** The draws of unsettled members come first; settled ones are among them until the next look. */
  readonly draws: Int32Array;
  unsettled: number;
  #hasSettled = false;
  /** The cost of unsettled members at `low`. */
  #risingCredits = 0;
  #last: { readonly step: number; readonly log: number } | undefined;
  #first = usualStep;
  #slope = usualSlope;
  #tries = 0;
  #missing = Infinity;

  constructor(leftCredits: number, draws: Int32Array) {
    this.leftCredits = leftCredits;
    this.draws = draws;
    this.unsettled = draws.length;
  }

  get isFull(): boolean {
    return this.high - this.low === 1;
  }

  /** Tries one step, which narrows `low` to `high`. */
  look(requests: HeadroomRequests, headrooms: Float64Array): void {
    this.#leaveSettled(requests, headrooms);
    const isFirst = this.low < 0 && this.#last === undefined;
    const most = isFirst || this.#tries >= triesToHalve ? requests.mostOf(this.draws, this.unsettled) : Infinity;
    if (most <= this.leftCredits) {
      this.#fit(steps, most);
      return;
    }
    if (isFirst && this.unsettled >= sampledFrom) {
      this.#beginAtSample(requests, headrooms);
    }
    const step = this.#nextStep();
    const credits = requests.costOfAll(this.draws, this.unsettled, chanceAt(step));
    this.#learn(step, credits);
    if (credits <= this.leftCredits) {
      this.#fit(step, credits);
    } else {
      this.high = step;
    }
  }

  #fit(step: number, credits: number): void {
    this.low = step;
    this.chance = chanceAt(step);
    this.#risingCredits = credits;
  }

  /** The first step to look at is where some of very many members would be full. */
  #beginAtSample(requests: HeadroomRequests, headrooms: Float64Array): void {
    const draws = this.draws.subarray(0, this.unsettled).filter((_, place) => place % sampleStride === 0);
    const sample = new Filling(Math.floor(this.leftCredits * (draws.length / this.unsettled)), draws);
    while (!sample.isFull) {
      sample.look(requests, headrooms);
    }
    this.#first = Math.max(0, sample.low);
    this.#slope = sample.#slope;
  }

  #leaveSettled({ userOf }: HeadroomRequests, headrooms: Float64Array): void {
    const { draws } = this;
    for (let place = this.#hasSettled ? this.unsettled - 1 : -1; place >= 0; place -= 1) {
      if ((headrooms[userOf[draws[place] ?? 0] ?? 0] ?? 0) >= 0) {
        this.unsettled -= 1;
        draws[place] = draws[this.unsettled] ?? 0;
      }
    }
    this.#hasSettled = false;
  }

  /** A member stops at a headroom that costs these credits, and would cost others at `low`. */
  settle(credits: number, creditsAtLow: number): void {
    this.leftCredits -= credits;
    this.#risingCredits -= creditsAtLow;
    this.high = steps + 1;
    this.#hasSettled = true;
    this.#last = undefined;
    this.#tries = 0;
    this.#missing = Infinity;
  }

  #nextStep(): number {
    const last = this.#last ?? (this.low < 0 ? undefined : { step: this.low, log: Math.log1p(this.#risingCredits) });
    if (this.leftCredits < 0 || last === undefined) {
      return this.leftCredits < 0 ? this.low + 1 : this.#first;
    }
    const wanted = last.step + (Math.log1p(this.leftCredits) - last.log) / this.#slope;
    const jump = this.high > steps ? this.low + 2 ** (this.#tries - triesToHalve + 1) : (this.low + this.high) / 2;
    const step = Math.floor(this.#tries >= triesToHalve ? jump : wanted);
    return Math.min(this.high - 1, Math.max(this.low + 1, step));
  }

  /** Sums rise roughly as a power of the chance, so the next step follows from the logarithms of the last two. */
  #learn(step: number, credits: number): void {
    const log = Math.log1p(credits);
    const last = this.#last;
    const isFar = last !== undefined && Math.abs(step - last.step) >= slopeStepsMin;
    const slope = isFar ? (log - last.log) / (step - last.step) : 0;
    this.#slope = slope > 0 ? slope : this.#slope;
    this.#last = { step, log };
    const missing = Math.abs(Math.log1p(this.leftCredits) - log);
    this.#tries = missing < this.#missing / 2 ? 0 : this.#tries + 1;
    this.#missing = missing;
  }
}
