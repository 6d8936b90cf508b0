import * as z from 'zod';

import { ForecastsDocument } from '../../documents/credits/budget-outlook-document.ts';
import { HomeDocument } from '../../documents/home-document.ts';
import { PoolsDocument } from '../../documents/credits/pool-document.ts';
import { StatusDocument } from '../../documents/status-document.ts';
import type { Contract } from './contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../fields/page.ts';
import { ScopeText } from '../fields/scope-text.ts';
import type { statusRoutes } from '../routes/status-routes.ts';

const ofScope = z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape, scope: ScopeText.exactOptional() });
const rowKey = ['scope', 'window'];

export const statusContract = {
  showStatus: { query: AsOfQuery, answer: StatusDocument },
  showHome: { answer: HomeDocument },
  listPools: { query: ofScope, answer: pageOf(PoolsDocument.unwrap().element, {}), rowKey },
  listForecasts: { query: ofScope, answer: pageOf(ForecastsDocument.unwrap().element, {}), rowKey },
} as const satisfies Contract<typeof statusRoutes>;
