import type { WantedUse } from '../../../domain/backtest/trace.ts';
import { emailKey } from '../../../domain/roster/email.ts';
import { daysBetween, type Day, type DayRange } from '../../../domain/time/day.ts';
import type { LedgerStore, UserStore } from '../../enforcement/ports.ts';

interface TracePorts {
  readonly ledger: Pick<LedgerStore, 'listDays' | 'readRows'>;
  readonly users: Pick<UserStore, 'list'>;
}

/** Some days of the ledger. What it holds was granted: whoever was stopped wanted more than that. */
export interface TraceSpan {
  /** Those with figures that can be trusted. */
  readonly days: readonly Day[];
  readonly rows: readonly WantedUse[];
  /** Everybody who was ever known. */
  readonly people: readonly TracePerson[];
}

export interface TracePerson {
  readonly user: string;
  /** On the roster now. */
  readonly isOn: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Reads days of the ledger. Users go by their email on the roster, or else by that of the analytics, or else by their id. */
export async function readTraceSpan({ ledger, users }: TracePorts, range: DayRange): Promise<TraceSpan> {
  const days = (await ledger.listDays(range)).filter((day) => day.hasTrustedFigures).map(({ day }) => day);
  const known = await users.list();
  const emails = new Map(known.map(({ userId, email }) => [userId, email]));
  const rows: WantedUse[] = [];
  for (const date of days) {
    for (const { userId, credits, email } of await ledger.readRows(date)) {
      rows.push({ user: emailKey(emails.get(userId) ?? email ?? userId), date, credits });
    }
  }
  const people = known.map(({ userId, email, goneSince, metadata }) => ({
    user: emailKey(email ?? userId),
    isOn: goneSince === undefined,
    metadata,
  }));
  return { days, rows, people };
}

/** The ledger as a trace. */
export interface LedgerTrace {
  readonly rows: readonly WantedUse[];
  /** Days between the first and the last one whose figures are not known; they count as days without use. */
  readonly unknownDays: number;
  /** The roster's metadata by user of the trace; absent for users who have none. */
  readonly metadataOf: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The trace of spans, the earliest first. Whoever is on the roster is in it, used or not: a seat counts before it is used. */
export function traceOfSpans(spans: readonly TraceSpan[]): LedgerTrace {
  const days = spans.flatMap((span) => span.days);
  const [first] = days;
  if (first === undefined) {
    return { rows: [], unknownDays: 0, metadataOf: new Map() };
  }
  const people = spans.flatMap((span) => span.people);
  const seats = people.filter(({ isOn }) => isOn).map(({ user }) => ({ user, date: first, credits: 0 }));
  return {
    rows: [...seats, ...spans.flatMap((span) => span.rows)],
    unknownDays: daysBetween(first, days.at(-1) ?? first) + 1 - days.length,
    metadataOf: new Map(people.flatMap(({ user, metadata }) => (metadata === undefined ? [] : [[user, metadata]]))),
  };
}
