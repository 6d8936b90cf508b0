import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { capFilters } from '../../../domain/explanation/list-filters.ts';
import { usageBreakdowns } from '../../../domain/ledger/usage-breakdowns.ts';
import { CapDocument } from '../../documents/credits/cap-document.ts';
import { Day } from '../../documents/document-parts.ts';
import { ExplanationDocument } from '../../documents/credits/explanation-document.ts';
import { PersonUseDocument } from '../../documents/credits/person-use-document.ts';
import { TraceDocument } from '../../documents/credits/trace-document.ts';
import { UsageDocument } from '../../documents/credits/usage-document.ts';
import type { capsRoutes } from '../routes/caps-routes.ts';
import type { Contract } from './contract.ts';
import { AsOfQuery, DayText, pageOf, PageQuery, SearchText } from '../fields/page.ts';

const name = z.string().min(1).max(320);

export const capsContract = {
  listCaps: {
    query: z.strictObject({
      ...PageQuery.shape,
      ...AsOfQuery.shape,
      /** One user alone. */
      email: name.exactOptional(),
      team: name.exactOptional(),
      status: z.enum(capFilters).exactOptional(),
      /** A part of the email. */
      search: SearchText.exactOptional(),
    }),
    answer: pageOf(CapDocument, {
      dataThrough: Day.nullable(),
      /** How many more are on the roster for whom no limit can be set. */
      uncappable: z.int(),
    }),
    rowKey: ['userId'],
  },
  explainUser: {
    params: z.strictObject({ email: name }),
    query: AsOfQuery,
    answer: ExplanationDocument,
  },
  showPersonUse: {
    params: z.strictObject({ email: name }),
    query: AsOfQuery,
    answer: PersonUseDocument,
  },
  showUsage: {
    query: z.strictObject({
      ...AsOfQuery.shape,
      email: name.exactOptional(),
      by: z.enum(usageBreakdowns).exactOptional(),
      window: z.enum(windowKinds).exactOptional(),
      from: DayText.exactOptional(),
      through: DayText.exactOptional(),
    }),
    answer: UsageDocument,
  },
  showTrace: {
    query: z.strictObject({ from: DayText, through: DayText, people: z.literal('true').exactOptional() }),
    answer: TraceDocument,
  },
} as const satisfies Contract<typeof capsRoutes>;
