import { windowAt } from '../../../shared/budgets/window.ts';
import { addDays, dayOf, msPerDay, type Day } from '../../../shared/kernel/time/day.ts';
import type { LedgerRow } from '../../../shared/ledger/ledger-day.ts';
import { hourMs } from '../virtual-clock.ts';

/** An account on the platform, as it is and not as anybody sees it. */
export interface Account {
  readonly userId: string;
  /** What the roster shows; absent when it shows none. */
  email?: string;
  /** The address under which the platform holds the limit. It outlives the email. */
  readonly limitedAs: string;
  /** Credits wanted in an hour. */
  readonly wantsPerHour: (hour: number) => number;
  isOnRoster: boolean;
  /** From then on it consumes nothing any more; absent while it is open. Unix milliseconds. */
  closesAtMs?: number;
}

/**
 * The vendor's platform, reduced to what the promise rests on: it enforces the limit of an address in every hour, and
 * counts use against it over the platform window. Everything else may happen.
 */
export class HostilePlatform {
  readonly accounts: Account[] = [];
  readonly #limits = new Map<string, number>();
  readonly #used = new Map<Day, Map<string, number>>();
  readonly #anchorDay: number;
  #reachedMs: number;

  constructor(startMs: number, anchorDay: number) {
    this.#reachedMs = startMs;
    this.#anchorDay = anchorDay;
  }

  setLimit({ email, limitCredits }: { readonly email: string; readonly limitCredits: number }): void {
    this.#limits.set(email.toLowerCase(), limitCredits);
    // An address that was handed over is its new holder's.
    const at = this.accounts.filter(({ limitedAs }) => limitedAs.toLowerCase() === email.toLowerCase());
    const gone = at.filter(({ isOnRoster }) => !isOnRoster && at.some((other) => other.isOnRoster));
    gone.forEach((account) => (account.closesAtMs = Math.min(account.closesAtMs ?? Infinity, this.#reachedMs)));
  }

  /** Somebody lifts a limit on the platform. */
  lift(address: string): void {
    this.#limits.delete(address.toLowerCase());
  }

  /** Lets everybody consume until an instant, hour by hour. */
  runUntil(instantMs: number): void {
    for (; this.#reachedMs + hourMs <= instantMs; this.#reachedMs += hourMs) {
      const day = dayOf(this.#reachedMs);
      const hour = Math.floor((this.#reachedMs % msPerDay) / hourMs);
      const open = this.accounts.filter(({ closesAtMs = Infinity }) => this.#reachedMs < closesAtMs);
      open.forEach((account) => this.#consume(account, day, hour));
    }
  }

  /** What everybody used on a day, as the analytics report it. */
  rowsOf(day: Day): readonly LedgerRow[] {
    return this.accounts.flatMap(({ userId, email }) => {
      const credits = this.#used.get(day)?.get(userId) ?? 0;
      return credits === 0 ? [] : [{ userId, email: email ?? null, credits }];
    });
  }

  usedOf(userId: string, days: readonly Day[]): number {
    return days.reduce((sum, day) => sum + (this.#used.get(day)?.get(userId) ?? 0), 0);
  }

  #consume({ userId, limitedAs, wantsPerHour }: Account, day: Day, hour: number): void {
    const ofDay = this.#used.get(day) ?? new Map<string, number>();
    this.#used.set(day, ofDay);
    const limit = this.#limits.get(limitedAs.toLowerCase()) ?? Infinity;
    const left = limit - this.#usedInWindow(userId, day);
    const granted = Math.max(0, Math.min(wantsPerHour(hour), left));
    ofDay.set(userId, (ofDay.get(userId) ?? 0) + granted);
  }

  #usedInWindow(userId: string, day: Day): number {
    const { from } = windowAt('platform', day, { anchorDay: this.#anchorDay });
    let used = 0;
    for (let each = from; each <= day; each = addDays(each, 1)) {
      used += this.#used.get(each)?.get(userId) ?? 0;
    }
    return used;
  }
}
