import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { Day, Instant } from '../../kernel/contract/document-parts.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';

const Share = z.object({ week: Day, passing: z.int(), evaluated: z.int() });

export const RepositoryDocument = z.object({
  repository: z.string(),
  branch: z.string().nullable(),
  branches: z.int(),
  passing: z.int(),
  evaluated: z.int(),
  regressions: z.int(),
  at: Instant.nullable(),
  commit: z.string().nullable(),
  trend: z.array(Share).readonly(),
});

const Evaluation = z.object({
  numerator: z.number(),
  denominator: z.number(),
  rationale: z.string().nullable(),
  at: Instant,
  commit: z.string().nullable(),
});

export const FallDocument = z.object({
  repository: z.string(),
  branch: z.string().nullable(),
  apps: z.array(z.string()).readonly(),
  criterion: z.string(),
  kind: z.string(),
  before: Evaluation,
  after: Evaluation,
  judges: z.string().nullable(),
  saidClean: z.boolean(),
});

const Report = z.object({
  reportId: z.string(),
  at: Instant,
  commit: z.string().nullable(),
  state: z.string(),
  judge: z.object({ model: z.string().optional(), version: z.string().optional() }),
});

export const RepositoryShownDocument = z.object({
  repository: z.string(),
  branches: z
    .array(
      z.object({
        branch: z.string().nullable(),
        setAside: z.object({ reportId: z.string(), at: Instant }).nullable(),
        trend: z.array(Share).readonly(),
        lines: z
          .array(
            z.object({
              apps: z.array(z.string()).readonly(),
              newest: Report,
              criteria: z
                .array(
                  z.object({
                    criterion: z.string(),
                    numerator: z.number(),
                    denominator: z.number(),
                    rationale: z.string().nullable(),
                    /** False: an earlier report evaluated it last. */
                    current: z.boolean(),
                    fall: z.string().nullable(),
                  }),
                )
                .readonly(),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
});

export const TargetDocument = z.looseObject({
  counts: z.object({ met: z.int(), open: z.int(), missed: z.int(), unknown: z.int() }),
  repositories: z.array(z.unknown()).readonly(),
});

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
    answer: pageOf(TargetDocument, {
      /** Targets that cannot be read. */
      invalid: z.array(z.object({ key: z.string(), problem: z.string() })).readonly(),
    }),
    rowKey: ['criterion', 'repository'],
  },
} as const satisfies Contract<'readiness'>;
