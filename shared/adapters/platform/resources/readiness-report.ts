import * as z from 'zod';

import { identifier, maybe, openEnum } from '../reading/fields.ts';

const criterionEvaluation = z
  .object({ numerator: z.number().min(0), denominator: z.number().min(1), rationale: maybe(z.string()) })
  .refine(({ numerator, denominator }) => numerator <= denominator, {
    path: ['numerator'],
    message: 'must not exceed the denominator',
  });

/** Section "Readiness report". */
export const readinessReport = z.object({
  reportId: identifier,
  createdAt: z.number(),
  repoUrl: z.string(),
  apps: z.record(z.string(), z.object({ description: maybe(z.string()) })),
  report: z.record(z.string(), criterionEvaluation),
  commitHash: maybe(z.string()),
  branch: maybe(z.string()),
  hasLocalChanges: maybe(z.boolean()),
  hasNonRemoteCommits: maybe(z.boolean()),
  modelUsed: maybe(
    z.object({
      id: maybe(z.string()),
      reasoningEffort: maybe(openEnum(['low', 'medium', 'high', 'off'])),
    }),
  ),
  agentVersion: maybe(z.string()),
});

/** How ready a repository was for agent work. `apps` by path, `report` by criterion id; `createdAt` in Unix ms. */
export type ReadinessReport = Readonly<z.output<typeof readinessReport>>;
