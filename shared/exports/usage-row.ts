import { sortedBy } from '../kernel/texts/compare-text.ts';
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
  /** Negative where a correction takes some back. */
  readonly credits: number;
  /** Of a correction: the day on which the platform's restatement was read. */
  readonly correctedOn: Day | null;
}

/** What a restatement of a day changed of one user's credits. */
export interface Correction {
  readonly userId: string;
  readonly moreCredits: number;
  readonly on: Day;
}

/**
 * The rows of a day, sorted by user id: one a person, as first reported, and one for each correction since. They add up
 * to what the platform billed of it.
 */
export function usageRowsOf(
  { day, status, totalCredits, models = [] }: LedgerDay,
  rows: readonly LedgerRow[],
  {
    personOf,
    teamOn,
    corrections = [],
  }: {
    /** The person behind an id, with the email that the roster has. */
    readonly personOf: (userId: string) => { readonly userId: string; readonly email: string | undefined };
    readonly teamOn: (userId: string, day: Day) => string | undefined;
    readonly corrections?: readonly Correction[] | undefined;
  },
): readonly UsageRow[] {
  const sum = rows.reduce((total, { credits }) => total + credits, 0);
  const billed = Math.max(sum, totalCredits);
  const [only] = models;
  const model = models.length === 1 && only?.credits === billed ? only.model : null;
  const ofPeople = new Map<string, UsageRow>();
  for (const row of rows) {
    const { userId, email = row.email?.trim() ?? null } = personOf(row.userId);
    const credits = row.credits + (ofPeople.get(userId)?.credits ?? 0);
    const team = teamOn(userId, day) ?? null;
    ofPeople.set(userId, { day, status, userId, email, team, model, credits, correctedOn: null });
  }
  const corrected = Map.groupBy(corrections, ({ userId }) => personOf(userId).userId);
  const sorted = sortedBy(ofPeople.values(), ({ userId }) => userId ?? '');
  const credits = billed - sum;
  const rest = { day, status, userId: null, email: null, team: null, model, credits, correctedOn: null };
  return [
    ...sorted.flatMap((row) => withCorrections(row, corrected.get(row.userId ?? '') ?? [])),
    ...(credits === 0 ? [] : [rest]),
  ];
}

/** Corrections that do not lead to the row's credits are not all there: they are left out. */
function withCorrections(row: UsageRow, corrections: readonly Correction[]): readonly UsageRow[] {
  const first = corrections.reduce((credits, { moreCredits }) => credits - moreCredits, row.credits);
  return corrections.length === 0 || first < 0
    ? [row]
    : [
        ...(first === 0 ? [] : [{ ...row, credits: first }]),
        ...corrections.map(({ moreCredits, on }) => ({ ...row, credits: moreCredits, correctedOn: on })),
      ];
}
