import { compareText } from '../kernel/texts/compare-text.ts';
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
 * to what the platform billed of it. Each is made when it is taken: a large day is much memory.
 */
export function* usageRowsOf(
  { day, status, totalCredits, models = [] }: LedgerDay,
  rows: readonly LedgerRow[],
  {
    ownerOf,
    emailOf,
    teamOn,
    corrections = [],
  }: {
    /** The person behind the id of a row. */
    readonly ownerOf: (userId: string) => string;
    /** As the roster has it. */
    readonly emailOf: (userId: string) => string | undefined;
    readonly teamOn: (userId: string, day: Day) => string | undefined;
    readonly corrections?: readonly Correction[] | undefined;
  },
): Generator<UsageRow, void, undefined> {
  const sum = rows.reduce((total, { credits }) => total + credits, 0);
  const billed = Math.max(sum, totalCredits);
  const [only] = models;
  const model = models.length === 1 && only?.credits === billed ? only.model : null;
  const corrected = Map.groupBy(corrections, ({ userId }) => ownerOf(userId));
  const sorted = rows.toSorted((one, other) => compareText(ownerOf(one.userId), ownerOf(other.userId)));
  let credits = 0;
  for (const [at, reported] of sorted.entries()) {
    const userId = ownerOf(reported.userId);
    const next = sorted[at + 1];
    credits += reported.credits;
    // Several rows of a person follow each other.
    if (next === undefined || ownerOf(next.userId) !== userId) {
      const email = emailOf(userId) ?? reported.email?.trim() ?? null;
      const team = teamOn(userId, day) ?? null;
      const row = { day, status, userId, email, team, model, credits, correctedOn: null };
      const changes = corrected.get(userId);
      if (changes === undefined) {
        yield row;
      } else {
        yield* withCorrections(row, changes);
      }
      credits = 0;
    }
  }
  if (billed !== sum) {
    yield { day, status, userId: null, email: null, team: null, model, credits: billed - sum, correctedOn: null };
  }
}

/** Corrections that do not lead to the row's credits are not all there: they are left out. */
function withCorrections(row: UsageRow, corrections: readonly Correction[]): readonly UsageRow[] {
  const first = corrections.reduce((credits, { moreCredits }) => credits - moreCredits, row.credits);
  return first < 0
    ? [row]
    : [
        ...(first === 0 ? [] : [{ ...row, credits: first }]),
        ...corrections.map(({ moreCredits, on }) => ({ ...row, credits: moreCredits, correctedOn: on })),
      ];
}
