import * as z from 'zod';

import {
  FallDocument,
  RepositoryDocument,
  RepositoryShownDocument,
  TargetDocument,
} from '../../documents/readiness-documents.ts';
import type { Contract } from './contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../fields/page.ts';
import type { readinessRoutes } from '../routes/readiness-routes.ts';

const listed = z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape });

export const readinessContract = {
  listRepositories: { query: listed, answer: pageOf(RepositoryDocument, {}), rowKey: ['repository'] },
  showRepository: {
    params: z.strictObject({ repository: z.string().min(1).max(500) }),
    answer: RepositoryShownDocument,
  },
  listRegressions: {
    query: listed,
    answer: pageOf(FallDocument, {}),
    rowKey: ['repository', 'branch', 'apps', 'criterion'],
  },
  listTargets: { query: listed, answer: pageOf(TargetDocument, {}), rowKey: ['criterion', 'repository'] },
} as const satisfies Contract<typeof readinessRoutes>;
