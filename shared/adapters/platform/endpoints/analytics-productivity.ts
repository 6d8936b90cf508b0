import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import { figure } from '../reading/analytics.ts';
import { analyticsRows } from '../reading/analytics-rows.ts';
import { day, maybe } from '../reading/fields.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/productivity', idempotent: true };

/** Section "GET /api/v1/analytics/productivity". */
const productivityDay = z
  .object({
    date: day,
    files_created: figure,
    files_edited: figure,
    by_extension: maybe(z.array(z.object({ extension: z.string(), count: z.number() }))),
    by_language: maybe(z.array(z.object({ language: z.string(), count: z.number() }))),
    git_commits: figure,
    git_prs_created: figure,
  })
  .transform((row) => ({
    day: row.date,
    filesCreated: row.files_created,
    filesEdited: row.files_edited,
    byExtension: row.by_extension ?? [],
    byLanguage: row.by_language ?? [],
    gitCommits: row.git_commits,
    gitPrsCreated: row.git_prs_created,
  }));

/** File and git activity by day. */
export const getProductivity = analyticsRows(endpoint, { schema: productivityDay });
