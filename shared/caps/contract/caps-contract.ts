import * as z from 'zod';

import { windowKinds } from '../../budgets/window.ts';
import { ExplainedUserDocument } from '../../explanation/contract.ts';
import { capFilters, capOrders } from '../../explanation/list-filters.ts';
import type { Contract } from '../../kernel/contract/contract.ts';
import { Credits, Day, NeededDocument } from '../../kernel/contract/document-parts.ts';
import { AsOfQuery, DayText, pageOf, PageQuery, SearchText } from '../../kernel/contract/fields/page.ts';
import { PersonUseDocument, UsageDocument, TraceDocument } from '../../ledger/contract.ts';
import { usageBreakdowns } from '../../ledger/usage-breakdowns.ts';
import { CapDocument } from './cap-document.ts';

/** Users of one call. */
const neededMax = 1_000;

const name = z.string().min(1).max(320);

export const capsContract = {
  listCaps: {
    purpose: 'Lists every user’s limit, what is known to be used of it, and the most that can be',
    query: z.strictObject({
      ...PageQuery.shape,
      ...AsOfQuery.shape,
      email: name.optional(),
      team: name.optional(),
      status: z.enum(capFilters).optional(),
      search: SearchText.optional(),
      order: z.enum(capOrders).optional(),
    }),
    answer: pageOf(CapDocument, {
      dataThrough: Day.nullable(),
      /** Over which `used` counts. */
      platformWindow: z.object({ from: Day, through: Day }),
      /** Further roster users whose limit cannot be set. */
      uncappable: z.int(),
      /** A limit from here on stands for none. */
      unlimited: Credits,
      /** The caller sees their own teams alone. */
      isPartial: z.boolean(),
    }),
    rowKey: ['userId'],
  },
  explainUser: {
    purpose: 'Explains why a user’s limit is what it is',
    params: z.strictObject({ email: name }),
    query: AsOfQuery,
    answer: ExplainedUserDocument,
  },
  listNeeded: {
    purpose: 'Gives what each of some users needs to work as usual through their window',
    body: z.strictObject({ emails: z.array(name).min(1).max(neededMax) }),
    answer: z.object({ rows: z.array(z.object({ email: z.string(), needed: NeededDocument.nullable() })).readonly() }),
  },
  showPersonUse: {
    purpose: 'Shows what a user consumed day by day, where that is heading, and how their limit changed on the way',
    params: z.strictObject({ email: name }),
    query: AsOfQuery,
    answer: PersonUseDocument,
  },
  showUsage: {
    purpose: 'Shows what was consumed in a window or a range of days: by user, team, model or day; of one user by day',
    query: z.strictObject({
      ...AsOfQuery.shape,
      email: name.optional(),
      by: z.enum(usageBreakdowns).optional(),
      window: z.enum(windowKinds).optional(),
      from: DayText.optional(),
      through: DayText.optional(),
    }),
    answer: UsageDocument,
  },
  showTrace: {
    purpose: 'Gives the use of each user on each day of a week, as a backtest replays it',
    query: z.strictObject({ from: DayText, through: DayText, people: z.literal('true').optional() }),
    answer: TraceDocument,
  },
} as const satisfies Contract<'caps'>;
