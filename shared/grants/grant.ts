import type { JournalEntry } from '../journal/journal-entry.ts';
import type { RecordEdit } from '../kernel/records/record-edit.ts';
import { addDays, startOfDayMs, type Day } from '../kernel/time/day.ts';

export interface GrantRecord {
  readonly id: string;
  readonly reason: string;
  readonly createdBy: string;
  readonly createdAt: string;
  /** ISO instant at which an admin ended it before its last day; it has no effect afterwards. */
  readonly endedAt?: string;
  /** Counts edits from 1; an edit of a stale version is refused. */
  readonly version: number;
  /**
   * For a top-up that reserves credits: what each person could use in the platform window at its creation, by email.
   * The reserved credits are added to this, because that day's use is reported later.
   */
  readonly usableBefore?: Readonly<Record<string, number>>;
}

export type TermsOf<G extends GrantRecord> = Omit<G, Exclude<keyof GrantRecord, 'reason'> | 'kind'>;

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

/** Returns the edit that adds or ends a grant; its author is in the journal entry. */
export function editOfGrant<G extends GrantRecord & { readonly kind: string }>(
  grant: G,
  { actor, at }: JournalEntry,
): Required<RecordEdit<Pick<G, 'id' | 'kind'>, G>> {
  const { kind, id, version } = grant;
  return { key: { kind, id }, seenVersion: version - 1, version, by: actor, at, way: 'command', terms: grant };
}

/** `over`: its last day has passed. `ended`: an admin ended it earlier. */
export type GrantStatus = 'upcoming' | 'in-force' | 'over' | 'ended';

/** The ISO instant at which a grant ends: after its last UTC day, or earlier when an admin ended it. */
export function endOfGrant(lastDay: Day, { endedAt }: { readonly endedAt?: string }): string {
  const last = new Date(startOfDayMs(addDays(lastDay, 1))).toISOString();
  return endedAt === undefined || last < endedAt ? last : endedAt;
}

export const grantLimits = {
  reasonLengthMax: 500,
  creditsMax: 1_000_000_000_000,
  raisedPoolsMax: 10,
  namedMax: 50,
} as const;

/** An unreadable row of the grants table; kind and id are as stored. */
export interface InvalidGrant {
  readonly kind: string;
  readonly id: string;
  /** The user's normalized email, where it can be read. */
  readonly email?: string;
  readonly team?: string;
  readonly problem: string;
}
