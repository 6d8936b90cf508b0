import { addDays, daysOf, type Day, type DayRange } from '../../kernel/time/day.ts';
import type { LedgerDay } from '../../ledger/ledger-day.ts';
import { measuredDays, type TotalsState } from './totals-state.ts';

type TotalsVerdict =
  | { readonly kind: 'verifying'; readonly daysDone: number; readonly ended?: FailedDays }
  | { readonly kind: 'verified'; readonly daysDone: number; readonly scale: number; readonly through: Day };

/** Days, mostly one, on which more was billed than the totals allow. Whole credits. */
export interface FailedDays extends DayRange {
  readonly billedCredits: number;
  readonly allowedCredits: number;
}

interface ComparedDays extends DayRange {
  readonly billedCredits: number;
  readonly liveCredits: number;
}

type TotalsTerms = { readonly errorPercent: number; readonly slackCredits: number; readonly shadowDays: number };

/**
 * Compares every finished, measured day with its bill. The first `shadowDays` give the scale: the highest billed
 * credits per unit of the sessions. A later day with a bill above that and the allowance ends the verification, and the
 * comparison begins again after it.
 */
export function judgeTotals(state: TotalsState, ledger: readonly LedgerDay[], terms: TotalsTerms): TotalsVerdict {
  const { since, ended } = followDays(comparedDays(state, ledger), terms);
  const scale = scaleOf(since, terms);
  const through = since.at(-1)?.through;
  return scale === undefined || through === undefined
    ? { kind: 'verifying', daysDone: since.length, ended }
    : { kind: 'verified', daysDone: since.length, scale, through };
}

export interface TotalsComparison {
  readonly compared: readonly DayRange[];
  readonly failures: readonly FailedDays[];
}

export function compareTotals(state: TotalsState, ledger: readonly LedgerDay[], terms: TotalsTerms): TotalsComparison {
  const compared = comparedDays(state, ledger);
  return { compared, failures: followDays(compared, terms).failures };
}

function followDays(compared: readonly ComparedDays[], terms: TotalsTerms) {
  let since: ComparedDays[] = [];
  let ended: FailedDays | undefined;
  const failures: FailedDays[] = [];
  for (const days of compared) {
    const { from, through, billedCredits } = days;
    const scale = scaleOf(since, terms);
    const allowedCredits = allowance(days, scale, terms);
    if (billedCredits > allowedCredits) {
      const failed = { from, through, billedCredits, allowedCredits };
      failures.push(failed);
      ended = scale === undefined ? ended : failed;
      since = [];
    } else {
      since.push(days);
    }
  }
  return { since, failures, ended };
}

function comparedDays(state: TotalsState, ledger: readonly LedgerDay[]): readonly ComparedDays[] {
  const billed = new Map(
    ledger.flatMap(({ day, status, totalCredits }) => (status === 'complete' ? [[day, totalCredits]] : [])),
  );
  return measuredDays(state).flatMap(({ credits, ...range }) => {
    const bills = daysOf(range).flatMap((day) => billed.get(day) ?? []);
    return bills.length < daysOf(range).length
      ? []
      : [{ ...range, billedCredits: bills.reduce((sum, bill) => sum + bill, 0), liveCredits: credits }];
  });
}

/** Returns billed credits per unit of the sessions, from the compared days; 1 before there is any. */
export function usualScale(state: TotalsState, ledger: readonly LedgerDay[]): number {
  const days = comparedDays(state, ledger);
  const sum = (of: (some: ComparedDays) => number) => days.reduce((total, day) => total + of(day), 0);
  const [billedCredits, liveCredits] = [sum((day) => day.billedCredits), sum((day) => day.liveCredits)];
  return billedCredits > 0 && liveCredits > 0 ? billedCredits / liveCredits : 1;
}

/** Undefined until enough days were compared, one of them with use. */
function scaleOf(days: readonly ComparedDays[], { shadowDays }: TotalsTerms): number | undefined {
  // If the shadow days had no use, the first day with use gives the scale.
  const firstWorked = days.findIndex(({ liveCredits }) => liveCredits > 0);
  const shadow = days.slice(0, Math.max(shadowDays, firstWorked + 1));
  const worked = shadow.filter(({ liveCredits }) => liveCredits > 0);
  return shadow.length < shadowDays || worked.length === 0
    ? undefined
    : Math.max(...worked.map(({ billedCredits, liveCredits }) => billedCredits / liveCredits));
}

function allowance({ liveCredits }: ComparedDays, scale: number | undefined, terms: TotalsTerms): number {
  const { errorPercent, slackCredits } = terms;
  if (scale === undefined) {
    return liveCredits > 0 ? Infinity : slackCredits;
  }
  return Math.ceil((1 + errorPercent / 100) * scale * liveCredits) + slackCredits;
}

export function daysToCompare(today: Day, { shadowDays }: TotalsTerms): { from: Day; through: Day } {
  return { from: addDays(today, -Math.max(shadowDays, 28) - 2), through: addDays(today, -1) };
}
