import { sha256 } from '../../kernel/sha256.ts';
import { daysBetween, type Day } from '../../kernel/time/day.ts';
import { coverageOf, type SeenDay } from '../../live/giving/coverage.ts';
import type { SeenUser } from '../../live/giving/decide-ask.ts';
import type { LiveSetup } from '../backtest-setup.ts';
import type { LookView } from '../policy.ts';

export type UseAt = Pick<LookView, 'today' | 'minute' | 'usedToday' | 'usedYesterday'>;

const daysCompared = 60;
const idleSignIns = 0.1;
/** A person is compared on every day if seen within this many days. */
const daysSeen = 28;

interface HintView {
  hintedToday: number;
  hintedYesterday: number;
  countedToday: number;
  hourCredits: number;
  last: { readonly look: number; readonly day: Day } | undefined;
}

/** Simulates activity hints. Whether and as whose a session is seen is pseudorandom, but reproducible. */
export class ReplayedHints {
  readonly isSeen: readonly boolean[];
  readonly #users: readonly string[];
  readonly #live: LiveSetup;
  readonly #views: readonly HintView[];
  readonly #days: SeenDay[] = [];
  #day: Day | undefined;
  #looks = 0;

  constructor(users: readonly string[], live: LiveSetup) {
    this.#users = users;
    this.#live = live;
    this.isSeen = users.map((user) => live.sessionShare > 0 || draw(sha256(`hook ${user}`), 0) < live.peopleShare);
    this.#views = users.map(() => ({
      hintedToday: 0,
      hintedYesterday: 0,
      countedToday: 0,
      hourCredits: 0,
      last: undefined,
    }));
  }

  look({ today: day, minute, usedToday }: UseAt): void {
    this.#turnTo(day);
    this.#looks += 1;
    const seen = new Map<HintView, number>();
    this.#views.forEach((view, user) => {
      const credits = (usedToday[user] ?? 0) - view.countedToday;
      view.countedToday += credits;
      const whose = credits > 0 && this.isSeen[user] === true ? this.#ownerOf(user, day, minute) : undefined;
      if (whose !== undefined) {
        seen.set(whose, (seen.get(whose) ?? 0) + credits);
      }
    });
    for (const [view, credits] of seen) {
      view.hintedToday += credits;
      view.hourCredits = credits;
      view.last = { look: this.#looks, day };
    }
  }

  compare(today: Day, reported: readonly (readonly number[])[]): void {
    this.#turnTo(today);
    const day = { hintedCredits: 0, billedCredits: 0 };
    this.#views.forEach(({ last, hintedYesterday }, user) => {
      if (last !== undefined && daysBetween(last.day, today) <= daysSeen) {
        day.hintedCredits += hintedYesterday;
        day.billedCredits += reported[user]?.at(-1) ?? 0;
      }
    });
    this.#days.push(day);
    this.#days.splice(0, Math.max(0, this.#days.length - daysCompared));
  }

  coverage(): number {
    return coverageOf(this.#days);
  }

  hintsOf(user: number, withYesterday: boolean): Omit<SeenUser, 'limitCredits' | 'knownCredits'> {
    const view = this.#views[user];
    return {
      ...(this.#hasSignedIn(user) && { isLikely: true as const }),
      hintedCredits: (view?.hintedToday ?? 0) + (withYesterday ? (view?.hintedYesterday ?? 0) : 0),
      hourCredits: view?.hourCredits ?? 0,
      idleHours: this.#looks - (view?.last?.look ?? -Infinity),
    };
  }

  #hasSignedIn(user: number): boolean {
    const { signInShare } = this.#live;
    const digest = signInShare === 0 ? '' : sha256(`sign-in ${this.#users[user]} ${this.#day}`);
    return digest !== '' && draw(digest, 0) < ((this.#views[user]?.countedToday ?? 0) > 0 ? signInShare : idleSignIns);
  }

  #turnTo(day: Day): void {
    if (day !== this.#day) {
      this.#day = day;
      for (const view of this.#views) {
        [view.hintedYesterday, view.hintedToday, view.countedToday] = [view.hintedToday, 0, 0];
      }
    }
  }

  /** The user to whom a session is attributed; undefined if it is not seen, or theirs are never seen. */
  #ownerOf(user: number, day: Day, minute: number): HintView | undefined {
    const { sessionShare, wrongShare } = this.#live;
    if (sessionShare === 0 && wrongShare === 0) {
      return this.#views[user];
    }
    const digest = sha256(`${this.#users[user]} ${day} ${Math.floor(minute / 60)}`);
    if (sessionShare > 0 && draw(digest, 0) >= sessionShare) {
      return undefined;
    }
    const whose = draw(digest, 1) < wrongShare ? Math.floor(draw(digest, 2) * this.#users.length) : user;
    return this.isSeen[whose] === true ? this.#views[whose] : undefined;
  }
}

/** Returns one of the eight evenly distributed numbers from 0 to 1 in a digest. */
function draw(digest: string, index: number): number {
  return Number.parseInt(digest.slice(8 * index, 8 * index + 8), 16) / 2 ** 32;
}
