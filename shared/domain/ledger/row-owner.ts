import { takenAddresses } from '../promise/held-addresses.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { startOfDayMs, type Day } from '../time/day.ts';
import type { LedgerRow } from './ledger-day.ts';

/** What rows tell of an id that the roster lacks. */
interface Stray {
  readonly email: string;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Whose the use is under some ids; under all others it is their own. */
export interface Owners {
  /** The only user's with its email. */
  readonly users: ReadonlyMap<string, string>;
  /** Those of them whose use the platform surely counts together. */
  readonly accounts: ReadonlyMap<string, string>;
}

/**
 * Tells whose the use is that rows have under ids which the roster lacks. Where other rows have the roster's ids, it may
 * be an account of its own that was there between two readings. It is none while that user has no use under the own id
 * and was shown with the address before all of it; it surely is while all of it is earlier.
 */
export class RowOwners {
  readonly #known: readonly KnownUser[];
  readonly #ids: ReadonlyMap<string, string>;
  readonly #strays = new Map<string, Stray>();
  readonly #usedIds = new Set<string>();

  constructor(known: readonly KnownUser[]) {
    this.#known = known;
    this.#ids = new Map(known.map(({ userId }) => [userId, userId]));
  }

  /** The roster's own text of an id: rows have another, and for each of very many users only one stays in memory. */
  readonly textOf = (userId: string): string => this.#ids.get(userId) ?? userId;

  /** Takes note of a day. Later ones come later. */
  see(day: Day, rows: readonly Pick<LedgerRow, 'userId' | 'email'>[]): void {
    for (const { userId, email } of rows) {
      if (this.#ids.has(userId)) {
        this.#usedIds.add(userId);
      } else if (email !== null) {
        this.#strays.set(userId, { email, firstDay: this.#strays.get(userId)?.firstDay ?? day, lastDay: day });
      }
    }
  }

  /** What the rows tell, once all were seen. */
  owners(): Owners {
    const current = this.#known.filter(({ email, goneSince }) => email !== undefined && goneSince === undefined);
    const byEmail = Map.groupBy(current, ({ email }) => emailKey(email ?? ''));
    const takenMs = takenAddresses(this.#known);
    const users = new Map<string, string>();
    const accounts = new Map<string, string>();
    for (const [userId, { email, firstDay, lastDay }] of this.#strays) {
      const [owner, ...others] = byEmail.get(emailKey(email)) ?? [];
      const shownMs = this.#usedIds.size === 0 ? -Infinity : (takenMs.get(emailKey(email)) ?? -Infinity);
      // People who share an email cannot be distinguished by it.
      if (owner !== undefined && others.length === 0 && startOfDayMs(lastDay) >= shownMs) {
        users.set(userId, owner.userId);
        if (!this.#usedIds.has(owner.userId) && startOfDayMs(firstDay) >= shownMs) {
          accounts.set(userId, owner.userId);
        }
      }
    }
    return { users, accounts };
  }
}
