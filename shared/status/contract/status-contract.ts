import * as z from 'zod';

import { ForecastsDocument } from '../../budgets/contract/budget-outlook-document.ts';
import { parseScope, scopeRemedy } from '../../budgets/scope.ts';
import type { Contract } from '../../kernel/contract/contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { PoolsDocument } from '../../pools/contract.ts';
import { HomeDocument, StatusDocument } from './status-document.ts';

/** `org`, `default`, `team:NAME` or `user:EMAIL`. */
const ScopeText = z
  .string()
  .max(400)
  .transform((text, context) => {
    const scope = parseScope(text);
    if (scope === undefined) {
      const message = `${quotedValue(text)} is no scope; ${scopeRemedy(text)}`;
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    }
    return scope;
  });

const ofScope = z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape, scope: ScopeText.optional() });
const rowKey = ['scope', 'window'];

export const statusContract = {
  showStatus: {
    purpose: 'Shows how everything stands: what asks for somebody, who is stopped, what the pools hold',
    query: AsOfQuery,
    answer: StatusDocument,
  },
  showHome: {
    purpose: 'Shows how everything stands, lists cut and counted: the first page of the console',
    answer: HomeDocument,
  },
  listPools: {
    purpose: 'Lists the budgets that people share: used, left, forecast and worst case; of one scope with its members',
    query: ofScope,
    answer: pageOf(PoolsDocument.unwrap().element, {}),
    rowKey,
  },
  listForecasts: {
    purpose: 'Shows what each budget will have used by the end of its window, and why',
    query: ofScope,
    answer: pageOf(ForecastsDocument.unwrap().element, {}),
    rowKey,
  },
} as const satisfies Contract<'status'>;
