import * as z from 'zod';

import type { Answer } from '../../kernel/platform/http/call.ts';
import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { identifier, maybe, openEnum } from '../../kernel/platform/reading/fields.ts';
import { type Pages, pages } from '../../kernel/platform/reading/pages.ts';
import { readRowSet } from '../../kernel/platform/reading/rows.ts';
import { type CallOptions, pageCursor } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';

const criterionEvaluation = z
  .object({ numerator: z.number().min(0), denominator: z.number().min(1), rationale: maybe(z.string()) })
  .refine(({ numerator, denominator }) => numerator <= denominator, {
    path: ['numerator'],
    message: 'must not exceed the denominator',
  });

/** Section "Readiness report". */
const readinessReport = z.object({
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

/** A repository's readiness for agents. `apps` by path, `report` by criterion id; `createdAt` in Unix ms. */
export type ReadinessReport = Readonly<z.output<typeof readinessReport>>;

const endpoint: Endpoint = {
  method: 'GET',
  host: 'app',
  path: '/api/organization/maturity-level-reports',
  idempotent: true,
};

const reportsRequest = z.strictObject({
  repoId: z.string().min(1).optional(),
  limit: z.int().min(1).default(100),
  startAfter: pageCursor,
});
const response = z.object({ reports: z.array(z.unknown()) });

/**
 * Lists readiness reports, page by page (section "Readiness reports", pagination rules). A page may be short at any
 * time, so the list ends with the first empty page.
 */
export function listReadinessReports(
  http: PlatformHttp,
  request: {
    readonly repoId?: string | undefined;
    /** Reports per page, a positive integer of undocumented maximum; default 100. */
    readonly limit?: number | undefined;
    /** The last reportId of the previous page, its `nextCursor`. */
    readonly startAfter?: string | undefined;
  } = {},
  { signal }: CallOptions = {},
): Pages<ReadinessReport> {
  const { startAfter: first, ...filter } = strictRequest(endpoint, reportsRequest, request);
  return pages({
    endpoint,
    limits: http.limits,
    cursor: first,
    keyOf: (row) => row.reportId,
    async fetchPage(startAfter) {
      const query = { ...filter, startAfter };
      const answer = await http.request({ endpoint, target: { query }, schema: response, signal });
      const list = { path: 'reports', items: answer.value.reports, schema: readinessReport, idField: 'reportId' };
      return { nextCursor: lastReportId(answer, answer.value.reports), rowSet: readRowSet(answer, list) };
    },
  });
}

/** The last report may be malformed with a valid id, so the id is parsed separately. */
function lastReportId(answer: Answer<unknown>, reports: readonly unknown[]): string | undefined {
  if (reports.length === 0) {
    return undefined;
  }
  const last = z.object({ reportId: identifier }).safeParse(reports.at(-1));
  if (!last.success) {
    throw answer.malformed('the last report of the page has no reportId to go on from');
  }
  return last.data.reportId;
}
