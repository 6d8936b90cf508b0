import type { WantedUse } from '../../domain/backtest/trace.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import { addDays, daysBetween, type Day } from '../../domain/time/day.ts';
import type { LedgerStore, UserStore } from '../enforcement/ports.ts';

export interface LedgerTracePorts {
  readonly ledger: Pick<LedgerStore, 'listDays' | 'readRows'>;
  readonly users: Pick<UserStore, 'list'>;
  /** Called with the number of days read so far. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The ledger as a trace. What it holds was granted: whoever was stopped wanted more than that. */
export interface LedgerTrace {
  readonly rows: readonly WantedUse[];
  /** Days between the first and the last one whose figures are not known; they count as days without use. */
  readonly unknownDays: number;
  /** The roster's metadata by user of the trace; absent for users who have none. */
  readonly metadataOf: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The longest part of the ledger that is replayed: three years. */
const daysMax = 1_096;

/**
 * Reads every day with figures that can be trusted, up to three years before a day. Users go by their email on the
 * roster, or else by that of the analytics, or else by their id. Whoever is on the roster is in the trace, used or not.
 */
export async function readLedgerTrace(ports: LedgerTracePorts, through: Day): Promise<LedgerTrace> {
  const listed = await ports.ledger.listDays({ from: addDays(through, 1 - daysMax), through });
  const days = listed.filter((day) => day.hasTrustedFigures).map(({ day }) => day);
  const [first] = days;
  if (first === undefined) {
    return { rows: [], unknownDays: 0, metadataOf: new Map() };
  }
  const known = await ports.users.list();
  const emails = new Map(known.map(({ userId, email }) => [userId, email]));
  const rows: WantedUse[] = seatsOf(known, first);
  for (const [index, date] of days.entries()) {
    ports.onProgress?.(index, days.length);
    for (const { userId, credits, email } of await ports.ledger.readRows(date)) {
      rows.push({ user: emailKey(emails.get(userId) ?? email ?? userId), date, credits });
    }
  }
  const unknownDays = daysBetween(first, days.at(-1) ?? first) + 1 - days.length;
  return { rows, unknownDays, metadataOf: metadataOf(known) };
}

function metadataOf(known: readonly KnownUser[]): LedgerTrace['metadataOf'] {
  return new Map(
    known.flatMap(({ userId, email, metadata }) =>
      metadata === undefined ? [] : [[emailKey(email ?? userId), metadata] as const],
    ),
  );
}

/** A seat counts in a division before it is used for the first time. */
function seatsOf(known: readonly KnownUser[], date: Day): WantedUse[] {
  return known
    .filter(({ goneSince }) => goneSince === undefined)
    .map(({ userId, email }) => ({ user: emailKey(email ?? userId), date, credits: 0 }));
}
