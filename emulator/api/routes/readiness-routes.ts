import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import type { ReadinessReport } from '../../state/readiness/report-series.ts';
import { reportStore } from '../../state/readiness/report-store.ts';
import { requireKeyRole } from '../auth.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import { readinessPlanting } from '../sim/readiness-planting.ts';
import type { World } from '../world.ts';

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
