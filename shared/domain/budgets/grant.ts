import { addDays, startOfDayMs, type Day } from '../time/day.ts';
import type { Exemption } from './exemption.ts';
import type { TopUp } from './top-up.ts';

/** What every top-up and exemption says of itself. */
export interface GrantRecord {
  readonly id: string;
  /** Why; shown wherever the grant is. */
  readonly reason: string;
  readonly createdBy: string;
  /** ISO instant. */
  readonly createdAt: string;
  /** ISO instant at which somebody ended it before its last day: from then on it is nothing any more. */
  readonly endedAt?: string;
  /** Counts its edits from 1; an edit on a stale version is refused. */
  readonly version: number;
}

/** What an admin grants beside the budgets, for a time. */
export type Grant = TopUp | Exemption;

/** What an admin says of a grant, without what Curfew notes beside it. */
export type TermsOf<G extends GrantRecord> = Omit<G, Exclude<keyof GrantRecord, 'reason'> | 'kind'>;

/** The terms of a grant. */
export function grantTerms<G extends Grant>(grant: G): TermsOf<G> {
  const {
    kind: _kind,
    id: _id,
    createdBy: _by,
    createdAt: _at,
    endedAt: _endedAt,
    version: _version,
    ...terms
  } = grant;
  return terms;
}

/** Where a grant stands on a day. `over`: its last day has passed. `ended`: somebody ended it. */
export type GrantStanding = 'upcoming' | 'in-force' | 'over' | 'ended';

/** The ISO instant at which a grant is over: with its last UTC day, or before that when somebody ended it. */
export function endOfGrant(lastDay: Day, { endedAt }: Pick<GrantRecord, 'endedAt'>): string {
  const last = new Date(startOfDayMs(addDays(lastDay, 1))).toISOString();
  return endedAt === undefined || last < endedAt ? last : endedAt;
}

export const grantLimits = { reasonLengthMax: 500, creditsMax: 1_000_000_000_000 } as const;
