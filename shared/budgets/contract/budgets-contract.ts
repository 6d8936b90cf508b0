import * as z from 'zod';

import { budgetOrders, budgetStates } from '../../explanation/list-filters.ts';
import type { Contract } from '../../kernel/contract/contract.ts';
import { AsOfQuery, pageOf, PageQuery, SearchText } from '../../kernel/contract/fields/page.ts';
import {
  editContracts,
  NameText,
  recordDocumentOf,
  stampShape,
  versionsContract,
} from '../../kernel/contract/fields/record-parts.ts';
import { PercentileText, SuggestionDocument, TotalText } from '../../suggestion/contract.ts';
import { budgetModes } from '../budget.ts';
import { scopeKindNames } from '../scope.ts';
import { windowKinds } from '../window.ts';
import { BudgetNowDocument, BurnDownDocument } from './budget-outlook-document.ts';
import { budgetRecord } from './budget.ts';

const window = z.enum(windowKinds);
const key = z.strictObject({ scope: NameText, window });

const edits = editContracts(
  budgetRecord,
  key,
  'Makes a budget, or changes it: fields that are not given stay, null takes a value away',
);

const { from: windowFrom, through: windowThrough, ...known } = BudgetNowDocument.shape;

/** The stored budget, then what is known of it now; its `from` and `to` are those of the record. */
const OutlookDocument = recordDocumentOf(budgetRecord, { ...stampShape, windowFrom, windowThrough, ...known });

/** A row that cannot be read as a budget, and the version in force instead. */
export const InvalidBudgetDocument = z.object({
  scope: z.string(),
  window: z.string(),
  problem: z.string(),
  inForce: recordDocumentOf(budgetRecord, stampShape).nullable(),
});

export const budgetsContract = {
  listBudgets: {
    purpose: 'Lists every budget with what is used, left and expected',
    query: z.strictObject({
      ...PageQuery.shape,
      ...AsOfQuery.shape,
      team: NameText.optional(),
      status: z.enum(budgetStates).optional(),
      kind: z.enum(scopeKindNames).optional(),
      mode: z.enum(budgetModes).optional(),
      search: SearchText.optional(),
      /** Default: table order. */
      order: z.enum(budgetOrders).optional(),
      daily: z.literal('true').optional(),
    }),
    answer: pageOf(OutlookDocument, {
      /** How many budgets the caller may see, whatever the filter. */
      count: z.int(),
      invalid: z.array(InvalidBudgetDocument).readonly(),
    }),
    rowKey: ['scope', 'window'],
  },
  showBudgets: {
    purpose: 'Shows all facts of one scope’s budgets',
    params: z.strictObject({ scope: NameText }),
    query: z.strictObject({ ...AsOfQuery.shape, window: window.optional() }),
    answer: z.array(OutlookDocument).readonly(),
  },
  showBudget: {
    purpose: 'Shows one budget, with the version that an edit of it names',
    params: key,
    query: AsOfQuery,
    answer: OutlookDocument,
  },
  showBurnDown: {
    purpose: 'Shows a budget’s use over its window by day, against its amount, with the forecast and what changed it',
    params: key,
    query: AsOfQuery,
    answer: BurnDownDocument,
  },
  setBudget: edits.set,
  removeBudget: edits.remove,
  listBudgetVersions: versionsContract(budgetRecord, {
    names: { scope: z.string(), window },
    query: { scope: NameText.optional(), window: window.optional() },
  }),
  suggestBudgets: {
    purpose:
      'Suggests budgets from past use, with who would have been stopped: for a usual month, a total or a percentile',
    query: z.strictObject({
      ...AsOfQuery.shape,
      total: TotalText.exactOptional(),
      percentile: PercentileText.exactOptional(),
      byTeam: z.literal('true').exactOptional(),
    }),
    answer: SuggestionDocument,
  },
} as const satisfies Contract<'budgets'>;
