import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { given } from '../../state/json.ts';
import type { ReadinessReport } from '../../state/readiness/report-series.ts';
import { plantedReportsMax, reportStore, type ReportStore } from '../../state/readiness/report-store.ts';
import { requireKeyRole } from '../auth.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import { momentSince } from '../sim/sim-routes.ts';
import type { World } from '../world.ts';

const textLengthMax = 20_000;

const Evaluation = z
  .strictObject({
    numerator: z.int().min(0),
    denominator: z.int().min(1),
    rationale: z.string().max(textLengthMax).default('Said over the side channel.'),
  })
  .refine(({ numerator, denominator }) => numerator <= denominator, {
    path: ['numerator'],
    message: 'must not be above the denominator',
  });

const ReportBody = z.strictObject({
  repoUrl: z.url(),
  createdAt: momentSince(0).optional(),
  branch: z.string().min(1).optional(),
  commitHash: z.string().optional(),
  hasLocalChanges: z.boolean().optional(),
  hasNonRemoteCommits: z.boolean().optional(),
  modelUsed: z.strictObject({ id: z.string(), reasoningEffort: z.enum(['low', 'medium', 'high', 'off']) }).optional(),
  agentVersion: z.string().optional(),
  apps: z.record(z.string(), z.strictObject({ description: z.string() })).optional(),
  report: z.record(z.string(), Evaluation.nullable()).default({}),
});

/** POST /__sim/readiness stores a report and answers 201 with it: its branch's latest one with the posted changes. */
function readinessPlanting(server: FastifyInstance, stored: ReportStore): void {
  server.post('/__sim/readiness', async ({ body }, reply) => {
    const report = stored.plant(given(parseInput(ReportBody, body)));
    if (report === undefined) {
      throw new BadRequestError(`the emulator holds at most ${plantedReportsMax} posted reports`);
    }
    return reply.status(201).send(report);
  });
}

/** platform-api.md does not document default and maximum. A larger limit is valid and gives this many. */
const limitDefault = 20;
const limitMax = 1_000;

const ReportsQuery = z.object({
  repoId: z.string().optional(),
  limit: z
    .string()
    .regex(/^0*[1-9]\d*$/, 'must be a positive integer')
    .transform(Number)
    .default(limitDefault),
  startAfter: z.string().optional(),
});

/** platform-api.md, "Readiness reports": GET {app_url}/api/organization/maturity-level-reports. API keys only. */
export function readinessRoutes(world: World): FastifyPluginAsync {
  return async (server) => {
    const stored = reportStore(world);

    server.get('/api/organization/maturity-level-reports', { preHandler: requireKeyRole() }, async ({ query }) => {
      const { repoId, limit, startAfter } = parseInput(ReportsQuery, query);
      const repoUrl = repoId === undefined ? undefined : stored.repoUrlOfId(repoId);
      const reports = reportsAfter(stored.list(), startAfter).filter(
        (report) => repoUrl === undefined || report.repoUrl === repoUrl,
      );
      return { reports: reports.slice(0, Math.min(limit, limitMax)) };
    });

    readinessPlanting(server, stored);
  };
}

function reportsAfter(reports: readonly ReadinessReport[], startAfter: string | undefined): readonly ReadinessReport[] {
  if (startAfter === undefined) {
    return reports;
  }
  const index = reports.findIndex(({ reportId }) => reportId === startAfter);
  if (index === -1) {
    throw new BadRequestError('startAfter: unknown report');
  }
  return reports.slice(index + 1);
}
