import * as z from 'zod';

import { budgetModes } from '../budgets/budget.ts';
import { windowKinds } from '../budgets/window.ts';
import { Credits, Day } from '../kernel/contract/document-parts.ts';
import { readAmount } from '../kernel/records/contract/fields/amount.ts';
import { suggestionGoals } from './suggestion-goal.ts';

export const SuggestionDocument = z.object({
  goal: z.enum(suggestionGoals),
  /** Of the goal `total`. */
  total: Credits.nullable(),
  /** Of the goal `percentile`. */
  percentile: z.int().nullable(),
  byTeam: z.boolean(),
  from: Day,
  through: Day,
  people: z.int(),
  budgets: z
    .array(
      z.object({
        scope: z.string(),
        window: z.enum(windowKinds),
        amount: Credits,
        mode: z.enum(budgetModes),
        guarantee: z.literal('strict').nullable(),
        people: z.int(),
        /** The highest monthly credits of one person, or of all who share it. */
        highest: Credits,
      }),
    )
    .readonly(),
  /** Known months under these budgets alone, ascending; a partial first one only when it is the only one. */
  months: z
    .array(
      z.object({
        from: Day,
        through: Day,
        whole: z.boolean(),
        used: Credits,
        /** With the first day, the number of days and the first day's budget. */
        stopped: z.array(z.object({ email: z.string(), day: Day, days: z.int(), scope: z.string() })).readonly(),
      }),
    )
    .readonly(),
  /** `division`: each night was planned again. `totals`: a pool stops its members once its total is exceeded. */
  method: z.enum(['division', 'totals']),
  others: z.int(),
  /** The budgets as an importable file; absent fields stay unchanged. */
  csv: z.string(),
});
export type SuggestionDocument = z.output<typeof SuggestionDocument>;

export const TotalText = z.string().transform((text, context) => {
  const credits = readAmount(text);
  if (credits !== undefined && Number.isSafeInteger(credits) && credits >= 1) {
    return credits;
  }
  const meant = text.trim().toUpperCase();
  const nearest = readAmount(meant) === undefined ? '' : `; did you mean ${meant}?`;
  context.issues.push({
    code: 'custom',
    input: text,
    message: `give whole credits a month, 1 or more, such as 60M${nearest}`,
  });
  return z.NEVER;
});

export const PercentileText = z.string().transform((text, context) => {
  const percentile = Number(text.trim().replace(/\s*%$/u, '') || Number.NaN);
  if (Number.isInteger(percentile) && percentile >= 1 && percentile <= 100) {
    return percentile;
  }
  const nearest = Number.isNaN(percentile) ? '' : `; the nearest is ${nearestPercentile(percentile)}`;
  context.issues.push({
    code: 'custom',
    input: text,
    message: `give a whole number from 1 to 100, such as 95${nearest}`,
  });
  return z.NEVER;
});

/** 0.95 means a share. */
function nearestPercentile(given: number): number {
  return Math.min(100, Math.max(1, Math.round(given > 0 && given < 1 ? given * 100 : given)));
}
