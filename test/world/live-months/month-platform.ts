import { windowAt } from '../../../shared/budgets/window.ts';
import { dayOf, msPerMinute, type Day, type DayRange } from '../../../shared/kernel/time/day.ts';
import { reachOf } from '../../../shared/pools/exposure/exposure.ts';
import {
  afterPut,
  sinceKnown,
  type LimitInForce,
  type SentNow,
} from '../../../shared/pools/exposure/limit-in-force.ts';
import type { Draw } from '../../support/redaction/draw.ts';

export const platformWindow = { anchorDay: 1 };
export const delayMinutes = 30;
export const stepMs = 15 * msPerMinute;

/** A platform on which everybody always wants something, and gets what the limits in force let through. */
export function monthPlatform(draw: Draw, { users, inFlightCredits }: { users: number; inFlightCredits: number }) {
  const days = Array.from({ length: users }, () => new Map<Day, number>());
  const limits = Array.from({ length: users }, (): readonly LimitInForce[] => [
    { limitCredits: 0, fromMs: -Infinity, outcome: 'confirmed' },
  ]);
  const usedIn = (user: number, { from, through }: DayRange): number =>
    [...(days[user] ?? [])].reduce((sum, [day, credits]) => (from <= day && day <= through ? sum + credits : sum), 0);
  return {
    usedIn,
    /** One user wants credits in the quarter of an hour that begins; returns what was granted. */
    consume(user: number, wanted: number, atMs: number): number {
      const day = dayOf(atMs);
      const used = usedIn(user, windowAt('platform', day, platformWindow));
      limits[user] = sinceKnown(limits[user] ?? [], atMs);
      const reaches = limits[user].map(({ limitCredits }) =>
        limitCredits > used ? reachOf(limitCredits, inFlightCredits) : used,
      );
      const granted = Math.max(0, Math.min(wanted, Math.max(used, ...reaches) - used));
      days[user]?.set(day, (days[user].get(day) ?? 0) + granted);
      return granted;
    },
    /** A PUT of one row; the old limit is felt for up to the delay. Returns what the sender is told. */
    put(user: number, limitCredits: number, atMs: number): SentNow['outcome'] {
      const luck = draw.below(20);
      const [outcome, isApplied]: [SentNow['outcome'], boolean] =
        luck === 0
          ? ['unknown', true]
          : luck === 1
            ? ['unknown', false]
            : luck === 2
              ? ['failed', false]
              : ['done', true];
      if (isApplied) {
        const enforcementDelayMinutes = draw.below(3) === 0 ? delayMinutes : draw.below(delayMinutes);
        limits[user] = afterPut(limits[user] ?? [], { limitCredits, atMs, outcome: 'done', enforcementDelayMinutes });
      }
      return outcome;
    },
  };
}

export type MonthPlatform = ReturnType<typeof monthPlatform>;
