import type { JournalEntry } from '../journal/journal-entry.ts';
import type { RecordEdit } from '../records/record-edit.ts';
import { addDays, startOfDayMs, type Day } from '../time/day.ts';

/** The fields that top-ups and exemptions share. */
export interface GrantRecord {
  readonly id: string;
  /** Why; shown wherever the grant is. */
  readonly reason: string;
  readonly createdBy: string;
  /** ISO instant. */
  readonly createdAt: string;
  /** ISO instant at which somebody ended it before its last day: from then on it has no effect. */
  readonly endedAt?: string;
  /** Counts its edits from 1; an edit on a stale version is refused. */
  readonly version: number;
  /**
   * Of a top-up that reserves credits: what each person could use in the platform window when it was made, by email.
   * The credits come on top of it, since the use of that day is reported later.
   */
  readonly usableBefore?: Readonly<Record<string, number>>;
}

/** What an admin sets in a grant, without the fields that Curfew adds. */
export type TermsOf<G extends GrantRecord> = Omit<G, Exclude<keyof GrantRecord, 'reason'> | 'kind'>;

/** The terms of a grant. */
export function grantTerms<G extends GrantRecord & { readonly kind: string }>(grant: G): TermsOf<G> {
  const {
    kind: _kind,
    id: _id,
    createdBy: _by,
    createdAt: _at,
    endedAt: _endedAt,
    version: _version,
    usableBefore: _usable,
    ...terms
  } = grant;
  return terms;
}

/** The edit that adds a grant, or ends it, by whoever its journal entry names. A grant is written whole and says its version. */
export function editOfGrant<G extends GrantRecord & { readonly kind: string }>(
  grant: G,
  { actor, at }: Pick<JournalEntry, 'actor' | 'at'>,
): Required<RecordEdit<Pick<G, 'id' | 'kind'>, G>> {
  const { kind, id, version } = grant;
  return { key: { kind, id }, seenVersion: version - 1, version, by: actor, at, way: 'command', terms: grant };
}

/** The status of a grant on a day. `over`: its last day has passed. `ended`: somebody ended it. */
export type GrantStatus = 'upcoming' | 'in-force' | 'over' | 'ended';

/** The ISO instant at which a grant is over: with its last UTC day, or before that when somebody ended it. */
export function endOfGrant(lastDay: Day, { endedAt }: Pick<GrantRecord, 'endedAt'>): string {
  const last = new Date(startOfDayMs(addDays(lastDay, 1))).toISOString();
  return endedAt === undefined || last < endedAt ? last : endedAt;
}

export const grantLimits = {
  reasonLengthMax: 500,
  creditsMax: 1_000_000_000_000,
  raisedPoolsMax: 10,
  namedMax: 50,
} as const;
