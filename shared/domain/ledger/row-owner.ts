import { takenAddresses } from '../promise/held-addresses.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { startOfDayMs, type Day } from '../time/day.ts';
import type { LedgerRow } from './ledger-day.ts';

/** What rows tell of an id that the roster lacks. */
interface Stray {
  readonly email: string;
  readonly lastDay: Day;
}

/**
 * Tells whose the use is that rows have under ids which the roster lacks: the only user's with its email. Where other
 * rows have the roster's ids, it may be an account of its own that was there between two readings, and the platform may
 * count it apart; it surely is while it ends before a reading showed that user with the address.
 */
export class RowOwners {
  readonly #known: readonly KnownUser[];
  readonly #ids: ReadonlyMap<string, string>;
  readonly #strays = new Map<string, Stray>();
  #areIdsKnown = false;

  constructor(known: readonly KnownUser[]) {
    this.#known = known;
    this.#ids = new Map(known.map(({ userId }) => [userId, userId]));
  }

  /** The roster's own text of an id: rows have another, and for each of very many users only one stays in memory. */
  readonly textOf = (userId: string): string => this.#ids.get(userId) ?? userId;

  /** Some rows have ids of the roster: the platform may count the use under any other apart. */
  get areIdsKnown(): boolean {
    return this.#areIdsKnown;
  }

  /** Takes note of a day. Later ones come later. */
  see(day: Day, rows: readonly Pick<LedgerRow, 'userId' | 'email'>[]): void {
    for (const { userId, email } of rows) {
      if (this.#ids.has(userId)) {
        this.#areIdsKnown = true;
      } else if (email !== null) {
        this.#strays.set(userId, { email, lastDay: day });
      }
    }
  }

  /** Whose the use is under some ids, once every row was seen; under all others it is their own. */
  owners(): ReadonlyMap<string, string> {
    const current = this.#known.filter(({ email, goneSince }) => email !== undefined && goneSince === undefined);
    const byEmail = Map.groupBy(current, ({ email }) => emailKey(email ?? ''));
    const takenMs = takenAddresses(this.#known);
    return new Map(
      [...this.#strays].flatMap(([userId, { email, lastDay }]) => {
        const [owner, ...others] = byEmail.get(emailKey(email)) ?? [];
        const isBefore = this.#areIdsKnown && startOfDayMs(lastDay) < (takenMs.get(emailKey(email)) ?? -Infinity);
        // People who share an email cannot be distinguished by it.
        return owner === undefined || others.length > 0 || isBefore ? [] : [[userId, owner.userId] as const];
      }),
    );
  }
}
