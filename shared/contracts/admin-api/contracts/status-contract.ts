import * as z from 'zod';

import { parseScope } from '../../../domain/budgets/scope.ts';
import { ForecastsDocument } from '../../documents/credits/budget-outlook-document.ts';
import { HomeDocument } from '../../documents/home-document.ts';
import { PoolsDocument } from '../../documents/credits/pool-document.ts';
import { StatusDocument } from '../../documents/status-document.ts';
import { quotedValue } from '../../quoted-value.ts';
import type { Contract } from './contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../fields/page.ts';
import type { statusRoutes } from '../routes/status-routes.ts';

/** `org`, `default`, `team:NAME` or `user:EMAIL`. */
const ScopeText = z
  .string()
  .max(400)
  .transform((text, context) => {
    const scope = parseScope(text);
    if (scope === undefined) {
      const message = `${quotedValue(text)} is no scope; give org, default, team:NAME or user:EMAIL`;
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    }
    return scope;
  });

const ofScope = z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape, scope: ScopeText.exactOptional() });
const rowKey = ['scope', 'window'];

export const statusContract = {
  showStatus: { query: AsOfQuery, answer: StatusDocument },
  showHome: { answer: HomeDocument },
  listPools: { query: ofScope, answer: pageOf(PoolsDocument.unwrap().element, {}), rowKey },
  listForecasts: { query: ofScope, answer: pageOf(ForecastsDocument.unwrap().element, {}), rowKey },
} as const satisfies Contract<typeof statusRoutes>;
