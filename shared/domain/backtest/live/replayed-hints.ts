import { coverageOf, type SeenDay } from '../../live/giving/coverage.ts';
import type { SeenUser } from '../../live/giving/decide-ask.ts';
import { sha256 } from '../../sha256.ts';
import { daysBetween, type Day } from '../../time/day.ts';
import type { LiveSetup } from '../backtest-setup.ts';
import type { LookView } from '../policy.ts';

/** What had been consumed at some moment. */
export type UseAt = Pick<LookView, 'today' | 'minute' | 'usedToday' | 'usedYesterday'>;

const daysCompared = 60;
/** The share of the days without work on which somebody signs in all the same. */
const idleSignIns = 0.1;
/** Somebody who was seen within so many days is compared, whether they were seen on the day or not. */
const daysSeen = 28;

/** What is seen of one user. */
interface Sight {
  /** Today, and on the day before. */
  hintedToday: number;
  hintedYesterday: number;
  /** What was consumed today, seen or not, up to the last look. */
  countedToday: number;
  hourCredits: number;
  /** The number of the look at which the user was last seen, and its day. */
  last: { readonly look: number; readonly day: Day } | undefined;
}

/**
 * What the hints of a replay say of each user. A session lasts an hour: whether it is seen, and as whose, is drawn, and
 * the same for the same users, days and shares.
 */
export class ReplayedHints {
  /** Whoever would be seen at work. */
  readonly isSeen: readonly boolean[];
  readonly #users: readonly string[];
  readonly #live: LiveSetup;
  readonly #sights: readonly Sight[];
  readonly #days: SeenDay[] = [];
  #day: Day | undefined;
  #looks = 0;

  constructor(users: readonly string[], live: LiveSetup) {
    this.#users = users;
    this.#live = live;
    this.isSeen = users.map((user) => live.sessionShare > 0 || draw(sha256(`hook ${user}`), 0) < live.peopleShare);
    this.#sights = users.map(() => ({
      hintedToday: 0,
      hintedYesterday: 0,
      countedToday: 0,
      hourCredits: 0,
      last: undefined,
    }));
  }

  /** Takes in what was consumed since the last look. */
  look({ today: day, minute, usedToday }: UseAt): void {
    this.#turnTo(day);
    this.#looks += 1;
    const seen = new Map<Sight, number>();
    this.#sights.forEach((sight, user) => {
      const credits = (usedToday[user] ?? 0) - sight.countedToday;
      sight.countedToday += credits;
      const whose = credits > 0 && this.isSeen[user] === true ? this.#ownerOf(user, day, minute) : undefined;
      if (whose !== undefined) {
        seen.set(whose, (seen.get(whose) ?? 0) + credits);
      }
    });
    for (const [sight, credits] of seen) {
      sight.hintedToday += credits;
      sight.hourCredits = credits;
      sight.last = { look: this.#looks, day };
    }
  }

  /** Compares the hints of yesterday, which is known now, with what was billed of it. */
  compare(today: Day, reported: readonly (readonly number[])[]): void {
    this.#turnTo(today);
    const day = { hintedCredits: 0, billedCredits: 0 };
    this.#sights.forEach(({ last, hintedYesterday }, user) => {
      if (last !== undefined && daysBetween(last.day, today) <= daysSeen) {
        day.hintedCredits += hintedYesterday;
        day.billedCredits += reported[user]?.at(-1) ?? 0;
      }
    });
    this.#days.push(day);
    this.#days.splice(0, Math.max(0, this.#days.length - daysCompared));
  }

  /** See `coverageOf`. */
  coverage(): number {
    return coverageOf(this.#days);
  }

  /** What is seen of a user since the known data ends: today, or yesterday too. */
  hintsOf(user: number, withYesterday: boolean): Omit<SeenUser, 'limitCredits' | 'knownCredits'> {
    const sight = this.#sights[user];
    return {
      ...(this.#hasSignedIn(user) && { isLikely: true as const }),
      hintedCredits: (sight?.hintedToday ?? 0) + (withYesterday ? (sight?.hintedYesterday ?? 0) : 0),
      hourCredits: sight?.hourCredits ?? 0,
      idleHours: this.#looks - (sight?.last?.look ?? -Infinity),
    };
  }

  /** Today: most of those who have worked today, and as large a share of the others in the course of the day. */
  #hasSignedIn(user: number): boolean {
    const { signInShare } = this.#live;
    const digest = signInShare === 0 ? '' : sha256(`sign-in ${this.#users[user]} ${this.#day}`);
    return digest !== '' && draw(digest, 0) < ((this.#sights[user]?.countedToday ?? 0) > 0 ? signInShare : idleSignIns);
  }

  #turnTo(day: Day): void {
    if (day !== this.#day) {
      this.#day = day;
      for (const sight of this.#sights) {
        [sight.hintedYesterday, sight.hintedToday, sight.countedToday] = [sight.hintedToday, 0, 0];
      }
    }
  }

  /** Whose use a session's is taken for; nobody's when it is not seen, or taken for somebody's who never is. */
  #ownerOf(user: number, day: Day, minute: number): Sight | undefined {
    const { sessionShare, wrongShare } = this.#live;
    if (sessionShare === 0 && wrongShare === 0) {
      return this.#sights[user];
    }
    const digest = sha256(`${this.#users[user]} ${day} ${Math.floor(minute / 60)}`);
    if (sessionShare > 0 && draw(digest, 0) >= sessionShare) {
      return undefined;
    }
    const whose = draw(digest, 1) < wrongShare ? Math.floor(draw(digest, 2) * this.#users.length) : user;
    return this.isSeen[whose] === true ? this.#sights[whose] : undefined;
  }
}

/** A number from 0 to 1, evenly distributed: one of the eight in a digest. */
function draw(digest: string, index: number): number {
  return Number.parseInt(digest.slice(8 * index, 8 * index + 8), 16) / 2 ** 32;
}
