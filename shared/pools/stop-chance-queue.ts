interface QueuedMember {
  readonly index: number;
  readonly chance: number;
}

/** A priority queue (binary heap): the largest chance first, then the lowest index. In columns, for it may be long. */
export class StopChanceQueue {
  readonly #indexes: number[] = [];
  readonly #chances: number[] = [];

  add({ index, chance }: QueuedMember): void {
    let hole = this.#indexes.length;
    while (hole > 0) {
      const parent = (hole - 1) >>> 1;
      if (!this.#follows(parent, index, chance)) {
        break;
      }
      this.#move(parent, hole);
      hole = parent;
    }
    this.#put(hole, index, chance);
  }

  take(): QueuedMember | undefined {
    const index = this.#indexes[0];
    const chance = this.#chances[0];
    const lastIndex = this.#indexes.pop();
    const lastChance = this.#chances.pop();
    if (index === undefined || chance === undefined || lastIndex === undefined || lastChance === undefined) {
      return undefined;
    }
    if (this.#indexes.length > 0) {
      this.#sink(lastIndex, lastChance);
    }
    return { index, chance };
  }

  #sink(index: number, chance: number): void {
    const { length } = this.#indexes;
    let hole = 0;
    for (let child = 1; child < length; child = 2 * hole + 1) {
      const right = child + 1;
      const isRight = right < length && this.#follows(child, this.#indexes[right] ?? 0, this.#chances[right] ?? 0);
      const first = isRight ? right : child;
      if (this.#follows(first, index, chance)) {
        break;
      }
      this.#move(first, hole);
      hole = first;
    }
    this.#put(hole, index, chance);
  }

  /** Whether the entry at a place comes after another. */
  #follows(place: number, index: number, chance: number): boolean {
    const own = this.#chances[place] ?? 0;
    return own < chance || (own === chance && (this.#indexes[place] ?? 0) > index);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#indexes[from] ?? 0, this.#chances[from] ?? 0);
  }

  #put(place: number, index: number, chance: number): void {
    this.#indexes[place] = index;
    this.#chances[place] = chance;
  }
}
