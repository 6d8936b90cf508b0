import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import type { LedgerRow } from './ledger-day.ts';

/**
 * Tells whose the use is that rows have under ids which the roster lacks. Where no row has an id of the roster, the
 * analytics count under other ids, and use belongs to the only user with its email. Elsewhere such an id is an account of
 * its own, which was there between two readings: the platform counts its use apart, whoever has its address by now.
 */
export class RowOwners {
  readonly #known: readonly KnownUser[];
  readonly #ids: ReadonlyMap<string, string>;
  /** By id, the last email; of ids that the roster lacks. */
  readonly #emails = new Map<string, string>();
  #hasKnown = false;

  constructor(known: readonly KnownUser[]) {
    this.#known = known;
    this.#ids = new Map(known.map(({ userId }) => [userId, userId]));
  }

  /** The roster's own text of an id: rows have another, and for each of very many users only one stays in memory. */
  readonly textOf = (userId: string): string => this.#ids.get(userId) ?? userId;

  /** Takes note of rows. Those of later days come later. */
  see(rows: readonly Pick<LedgerRow, 'userId' | 'email'>[]): void {
    for (const { userId, email } of this.#hasKnown ? [] : rows) {
      this.#hasKnown ||= this.#ids.has(userId);
      if (email !== null) {
        this.#emails.set(userId, email);
      }
    }
  }

  /** Whose the use is under some ids, once every row was seen; under all others it is their own. */
  owners(): ReadonlyMap<string, string> {
    if (this.#hasKnown) {
      return new Map();
    }
    const current = this.#known.filter(({ email, goneSince }) => email !== undefined && goneSince === undefined);
    const byEmail = Map.groupBy(current, ({ email }) => emailKey(email ?? ''));
    return new Map(
      [...this.#emails].flatMap(([userId, email]) => {
        const [owner, ...others] = byEmail.get(emailKey(email)) ?? [];
        // People who share an email cannot be distinguished by it.
        return owner === undefined || others.length > 0 ? [] : [[userId, owner.userId] as const];
      }),
    );
  }
}
