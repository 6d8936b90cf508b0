import type { Day } from '../kernel/time/day.ts';
import type { LedgerDay, LedgerRow } from '../ledger/ledger-day.ts';

/** What one person used on one day. Without a person: what was billed beyond all people's rows. */
export interface UsageRow {
  readonly day: Day;
  readonly status: LedgerDay['status'];
  readonly userId: string | null;
  readonly email: string | null;
  /** The team in which the person was on that day. */
  readonly team: string | null;
  /** Known only of a day on which all credits went to one model. */
  readonly model: string | null;
  readonly credits: number;
}

interface People {
  /** The person behind an id, with the email that the roster has. */
  readonly personOf: (userId: string) => { readonly userId: string; readonly email: string | undefined };
  readonly teamOn: (userId: string, day: Day) => string | undefined;
}

/** The rows of a day, one a person; they add up to what the platform billed of it. */
export function usageRowsOf(
  { day, status, totalCredits, models = [] }: LedgerDay,
  rows: readonly LedgerRow[],
  { personOf, teamOn }: People,
): readonly UsageRow[] {
  const sum = rows.reduce((total, { credits }) => total + credits, 0);
  const billed = Math.max(sum, totalCredits);
  const [only] = models;
  const model = models.length === 1 && only?.credits === billed ? only.model : null;
  const ofPeople = new Map<string, UsageRow>();
  for (const row of rows) {
    const { userId, email = row.email?.trim() ?? null } = personOf(row.userId);
    const credits = row.credits + (ofPeople.get(userId)?.credits ?? 0);
    ofPeople.set(userId, { day, status, userId, email, team: teamOn(userId, day) ?? null, model, credits });
  }
  const rest = { day, status, userId: null, email: null, team: null, model, credits: billed - sum };
  return [...ofPeople.values(), ...(rest.credits === 0 ? [] : [rest])];
}
