import { coverageOf, type SeenDay } from '../live/giving/coverage.ts';
import type { SeenUser } from '../live/giving/decide-ask.ts';
import { sha256 } from '../sha256.ts';
import { daysBetween, type Day } from '../time/day.ts';
import type { LiveSetup } from './live-setup.ts';
import type { LookView } from './policy.ts';

/** What had been consumed at some moment. */
export type UseAt = Pick<LookView, 'today' | 'minute' | 'usedToday' | 'usedYesterday'>;

type Hints = Pick<SeenUser, 'hintedCredits' | 'hourCredits' | 'idleHours'>;

/** What the hints of a replay say of each user. Drawn, and the same for the same trace and shares. */
export interface SeenUse {
  /** Whoever would be seen at work. */
  readonly isSeen: readonly boolean[];
  /** Takes in what was consumed since the last look. */
  look(use: UseAt): void;
  /** Compares the hints of the day that is known now with what was billed of it. */
  compare(today: Day, reported: readonly (readonly number[])[]): void;
  /** See `coverageOf`. */
  coverage(): number;
  /** What is seen of a user since the known data ends: today, or yesterday too. */
  of(user: number, withYesterday: boolean): Hints;
}

const daysCompared = 60;
/** Somebody who was seen within so many days is compared, whether they were seen on the day or not. */
const daysSeen = 28;

/** A session lasts an hour: whether it is seen, and as whose, is drawn for each. */
export function seenUse(users: readonly string[], live: LiveSetup): SeenUse {
  const isSeen = users.map((user) => live.sessionShare > 0 || draw(sha256(`hook ${user}`), 0) < live.peopleShare);
  const today = { day: '' as Day, hinted: users.map(() => 0), counted: users.map(() => 0) };
  let yesterday = today.hinted;
  const hourCredits = users.map(() => 0);
  const lastLook = users.map(() => -Infinity);
  const lastDay: (Day | undefined)[] = users.map(() => undefined);
  const days: SeenDay[] = [];
  let looks = 0;

  function turnTo(day: Day): void {
    if (day !== today.day) {
      [yesterday, today.day] = [today.hinted, day];
      today.hinted = users.map(() => 0);
      today.counted = users.map(() => 0);
    }
  }

  return {
    isSeen,
    look({ today: day, minute, usedToday }) {
      turnTo(day);
      looks += 1;
      const hour = Math.floor(minute / 60);
      const seen = users.map(() => 0);
      usedToday.forEach((used, user) => {
        const credits = used - (today.counted[user] ?? 0);
        today.counted[user] = used;
        if (credits > 0 && isSeen[user] === true) {
          const whose = attributedTo(user, `${users[user]} ${day} ${hour}`);
          seen[whose] = (seen[whose] ?? 0) + credits;
        }
      });
      seen.forEach((credits, user) => {
        if (credits > 0 && isSeen[user] === true) {
          today.hinted[user] = (today.hinted[user] ?? 0) + credits;
          [hourCredits[user], lastLook[user], lastDay[user]] = [credits, looks, day];
        }
      });
    },
    compare(day, reported) {
      turnTo(day);
      let [hintedCredits, billedCredits] = [0, 0];
      reported.forEach((credits, user) => {
        const seenOn = lastDay[user];
        if (seenOn !== undefined && daysBetween(seenOn, day) <= daysSeen) {
          hintedCredits += yesterday[user] ?? 0;
          billedCredits += credits.at(-1) ?? 0;
        }
      });
      days.push({ hintedCredits, billedCredits });
      days.splice(0, Math.max(0, days.length - daysCompared));
    },
    coverage: () => coverageOf(days),
    of: (user, withYesterday) => ({
      hintedCredits: (today.hinted[user] ?? 0) + (withYesterday ? (yesterday[user] ?? 0) : 0),
      hourCredits: hourCredits[user] ?? 0,
      idleHours: looks - (lastLook[user] ?? -Infinity),
    }),
  };

  /** Whose use a session's is taken for: a user without a place in the list when it is not seen at all. */
  function attributedTo(user: number, session: string): number {
    const isAll = live.sessionShare === 0 && live.wrongShare === 0;
    const digest = isAll ? '' : sha256(session);
    if (live.sessionShare > 0 && draw(digest, 0) >= live.sessionShare) {
      return -1;
    }
    return live.wrongShare > 0 && draw(digest, 1) < live.wrongShare
      ? Math.floor(draw(digest, 2) * users.length)
      : user;
  }
}

/** A number from 0 to 1, evenly distributed: one of the eight in a digest. */
function draw(digest: string, index: number): number {
  return Number.parseInt(digest.slice(8 * index, 8 * index + 8), 16) / 2 ** 32;
}
