import { compareText } from '../kernel/texts/compare-text.ts';
import { startOfDayMs, type Day } from '../kernel/time/day.ts';
import { takenAddresses } from '../permits/held-addresses.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { doubtfulUse, type DoubtfulUse, type Stray } from './doubtful-use.ts';
import type { LedgerRow } from './ledger-day.ts';

/** The users behind some ids; other ids are their own users. */
export interface Owners {
  readonly users: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly doubtful: readonly DoubtfulUse[];
}

/**
 * Finds the user behind ids in rows that the roster lacks: the only user with its email, or the former holder if the
 * use ended before a reading showed the user with it. If other rows have the roster's ids, it may be a separate account
 * that existed between two readings; not while that user has no use under the own id and was shown with the address
 * before all of it.
 */
export class RowOwners {
  readonly #known: readonly KnownUser[];
  readonly #ids: ReadonlyMap<string, { readonly userId: string; isUsed: boolean }>;
  readonly #strays = new Map<string, Stray>();

  constructor(known: readonly KnownUser[]) {
    this.#known = known;
    this.#ids = new Map(known.map(({ userId }) => [userId, { userId, isUsed: false }]));
  }

  /** The roster's own string of an id: rows hold copies, and for very many users only one should stay in memory. */
  readonly textOf = (userId: string): string => this.#ids.get(userId)?.userId ?? userId;

  see(day: Day, rows: readonly LedgerRow[]): void {
    for (const { userId, email } of rows) {
      // One look per row: there are millions.
      const known = this.#ids.get(userId);
      if (known !== undefined) {
        known.isUsed = true;
        continue;
      }
      const { firstDay = day, emails = [] } = this.#strays.get(userId) ?? {};
      if (email !== null) {
        this.#strays.set(userId, { emails: followedBy(emails, emailKey(email)), firstDay, lastDay: day });
      } else if (emails.length === 0) {
        this.#strays.set(userId, { emails, firstDay, lastDay: day });
      }
    }
  }

  owners(): Owners {
    const usedIds = new Set([...this.#ids.values()].flatMap(({ userId, isUsed }) => (isUsed ? [userId] : [])));
    const areIdsKnown = usedIds.size > 0;
    const current = Map.groupBy(this.#known.filter(isCurrent), keyOf);
    const former = formerHolders(this.#known);
    const takenMs = takenAddresses(this.#known);
    const users = new Map<string, string>();
    const accounts = new Map<string, string>();
    for (const [userId, { emails, firstDay, lastDay }] of this.#strays) {
      const key = emails.at(-1) ?? '';
      const [owner, ...others] = current.get(key) ?? [];
      const shownMs = takenMs.get(key) ?? -Infinity;
      const before = usedIds.has(former.get(key) ?? '') ? undefined : former.get(key);
      const isTheirs =
        owner !== undefined && (startOfDayMs(lastDay) >= shownMs || (!areIdsKnown && before === undefined));
      const ownerId = isTheirs ? owner.userId : before;
      // People who share an email cannot be distinguished by it.
      if (ownerId !== undefined && others.length === 0) {
        users.set(userId, ownerId);
        if (!areIdsKnown || (!usedIds.has(ownerId) && startOfDayMs(firstDay) >= shownMs)) {
          accounts.set(userId, ownerId);
        }
      }
    }
    return {
      users,
      accounts,
      doubtful: doubtfulUse(this.#strays, {
        known: this.#known,
        usedIds,
        owners: users,
        together: accounts,
      }),
    };
  }
}

/** Most users have one email only and share one array. */
function followedBy(emails: readonly string[], email: string): readonly string[] {
  return emails.at(-1) === email ? emails : [...emails.filter((each) => each !== email), email];
}

function isCurrent({ email, goneSince }: KnownUser): boolean {
  return email !== undefined && goneSince === undefined;
}

function keyOf({ email = '' }: KnownUser): string {
  return emailKey(email);
}

/** Each address's last holder before the current one: the last who left, else who changed to another address. */
function formerHolders(known: readonly KnownUser[]): ReadonlyMap<string, string> {
  const changed = known.flatMap(({ userId, events = [] }) =>
    events.flatMap(({ emailBefore }) => (emailBefore === undefined ? [] : [[emailKey(emailBefore), userId] as const])),
  );
  const gone = known
    .filter(({ email, goneSince }) => email !== undefined && goneSince !== undefined)
    .toSorted((a, b) => compareText(a.goneSince ?? '', b.goneSince ?? ''));
  return new Map([...changed, ...gone.map((user) => [keyOf(user), user.userId] as const)]);
}
