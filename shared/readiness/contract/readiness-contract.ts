import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { FallDocument, RepositoryDocument, RepositoryShownDocument, TargetDocument } from './readiness-documents.ts';

const listed = z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape });

export const readinessContract = {
  listRepositories: {
    purpose: 'Shows how ready each repository is for agents, on the branch that counts',
    query: listed,
    answer: pageOf(RepositoryDocument, {}),
    rowKey: ['repository'],
  },
  showRepository: {
    purpose: 'Shows one repository, branch by branch and criterion by criterion',
    params: z.strictObject({ repository: z.string().min(1).max(500) }),
    answer: RepositoryShownDocument,
  },
  listRegressions: {
    purpose: 'Lists criteria that fell and have not recovered, the newest first',
    query: listed,
    answer: pageOf(FallDocument, {}),
    rowKey: ['repository', 'branch', 'apps', 'criterion'],
  },
  listTargets: {
    purpose: 'Lists the targets of readiness, and how repositories stand to each',
    query: listed,
    answer: pageOf(TargetDocument, {}),
    rowKey: ['criterion', 'repository'],
  },
} as const satisfies Contract<'readiness'>;
