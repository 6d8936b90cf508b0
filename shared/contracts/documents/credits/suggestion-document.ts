import * as z from 'zod';

import { budgetModes } from '../../../domain/budgets/budget.ts';
import { windowKinds } from '../../../domain/budgets/window.ts';
import { suggestionGoals } from '../../../domain/suggestion/suggestion-goal.ts';
import { Credits, Day } from '../document-parts.ts';

/** `suggest --json`. */
export const SuggestionDocument = z.object({
  goal: z.enum(suggestionGoals),
  /** Of the goal `total`. */
  total: Credits.nullable(),
  /** Of the goal `percentile`. */
  percentile: z.int().nullable(),
  byTeam: z.boolean(),
  /** The known days that it was made from. */
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
        /** How many people it is for. */
        people: z.int(),
        /** The most credits in one month: of one person, or of all who share it. */
        highest: Credits,
      }),
    )
    .readonly(),
  /** The known months under these budgets alone, ascending; a first one that lacks its beginning only where it is alone. */
  months: z
    .array(
      z.object({
        from: Day,
        through: Day,
        /** Every day of the month is known. */
        whole: z.boolean(),
        used: Credits,
        /** With the first day, the number of days and the budget of the first. */
        stopped: z.array(z.object({ email: z.string(), day: Day, days: z.int(), scope: z.string() })).readonly(),
      }),
    )
    .readonly(),
  /** `division`: every night was planned again. `totals`: a pool stops its members once its total is passed. */
  method: z.enum(['division', 'totals']),
  /** Budgets that are there already and that it does not name: an import of it leaves them. */
  others: z.int(),
  /** The budgets as a file that an import takes; fields that it does not have stay as they are. */
  csv: z.string(),
});
export type SuggestionDocument = z.output<typeof SuggestionDocument>;
