import type { DayCredits } from '../forecast/daily-credits.ts';

/** Users who share one buffer: one allocation per user would take longer than filling it. */
const usersInPiece = 1_024;

/** Four bytes nearly always suffice. */
const shortMax = 0xff_ff_ff_ff;

/** One number per user and day. A user's array is a view, created on request to save memory. */
export class DaysOfUsers implements Iterable<[string, DayCredits]> {
  readonly #days: number;
  readonly #places = new Map<string, number>();
  readonly #pieces: (Uint32Array | Float64Array)[] = [];

  constructor(days: number) {
    this.#days = days;
  }

  get(userId: string): DayCredits | undefined {
    const place = this.#places.get(userId);
    return place === undefined ? undefined : this.#at(place);
  }

  read(userId: string, day: number): number {
    const place = this.#places.get(userId) ?? 0;
    return this.#places.has(userId) ? this.#on(place, day) : 0;
  }

  /** Arrays returned earlier may not show it. */
  set(userId: string, day: number, value: number): void {
    this.#put(this.#placeOf(userId), day, value);
  }

  /** Adds to what there is. `textOf` returns the shared instance of a new id. */
  add(userId: string, day: number, value: number, textOf?: (userId: string) => string): void {
    const place = this.#placeOf(userId, textOf);
    this.#put(place, day, this.#on(place, day) + value);
  }

  /** One look for a known user: there are millions of rows. */
  #placeOf(userId: string, textOf = (text: string) => text): number {
    const known = this.#places.get(userId);
    if (known !== undefined) {
      return known;
    }
    const place = this.#places.size;
    this.#places.set(textOf(userId), place);
    return place;
  }

  #put(place: number, day: number, value: number): void {
    const index = Math.floor(place / usersInPiece);
    let piece = (this.#pieces[index] ??= new Uint32Array(usersInPiece * this.#days));
    if (piece instanceof Uint32Array && !isShort(value)) {
      piece = this.#pieces[index] = Float64Array.from(piece);
    }
    piece[this.#from(place) + day] = value;
  }

  *on(day: number): Generator<[string, number], undefined> {
    for (const [userId, place] of this.#places) {
      yield [userId, this.#on(place, day)];
    }
  }

  *values(): Generator<DayCredits, undefined> {
    for (const place of this.#places.values()) {
      yield this.#at(place);
    }
  }

  *[Symbol.iterator](): Generator<[string, DayCredits], undefined> {
    for (const [userId, place] of this.#places) {
      yield [userId, this.#at(place)];
    }
  }

  #on(place: number, day: number): number {
    return this.#piece(place)[this.#from(place) + day] ?? 0;
  }

  #at(place: number): DayCredits {
    const from = this.#from(place);
    return this.#piece(place).subarray(from, from + this.#days);
  }

  #piece(place: number): Uint32Array | Float64Array {
    return this.#pieces[Math.floor(place / usersInPiece)] ?? new Uint32Array(0);
  }

  #from(place: number): number {
    return (place % usersInPiece) * this.#days;
  }
}

function isShort(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= shortMax;
}
