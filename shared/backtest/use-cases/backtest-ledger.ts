import type { LedgerStore, UserStore } from '../../enforcement/use-cases/ports.ts';
import { daysBetween, type Day, type DayRange } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import type { WantedUse } from '../trace.ts';

interface TracePorts {
  readonly ledger: Pick<LedgerStore, 'listDays' | 'readRows'>;
  readonly users: Pick<UserStore, 'list'>;
}

/** Some days of the ledger. It holds granted use: a stopped user wanted more. */
export interface TraceSpan {
  /** Days with trusted figures. */
  readonly days: readonly Day[];
  readonly rows: readonly WantedUse[];
  readonly people: readonly TracePerson[];
}

export interface TracePerson {
  readonly user: string;
  readonly isOn: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Reads days of the ledger. Users are named by roster email, else by analytics email, else by id. */
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

export interface LedgerTrace {
  readonly rows: readonly WantedUse[];
  /** Days without known figures between the first and last; they count as days without use. */
  readonly unknownDays: number;
  readonly metadataOf: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** Joins spans, earliest first. Includes every roster member, since an unused seat counts. */
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
