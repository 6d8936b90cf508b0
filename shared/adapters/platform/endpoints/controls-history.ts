import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import { pagination } from '../reading/cursor-page.ts';
import { type FieldProblem, fieldProblem } from '../reading/field-problem.ts';
import { describedObject, maybe } from '../reading/fields.ts';
import { listPages } from '../reading/list-pages.ts';
import type { Pages } from '../reading/pages.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../requests/page-request.ts';
import { strictRequest } from '../requests/strict-request.ts';
import { enterpriseSettings } from '../resources/enterprise-settings.ts';

const SETTINGS_PROBLEMS_MAX = 50;

const endpoint: Endpoint = {
  method: 'GET',
  host: 'base',
  path: '/api/v0/organization/enterprise-controls/history',
  idempotent: true,
};

/** Section "Enterprise control change". A change with malformed settings is still a change, and must be seen. */
const controlsChange = z
  .object({
    revision: z.int(),
    settings: describedObject(enterpriseSettings),
    user: maybe(z.object({ id: maybe(z.string()), email: maybe(z.string()), name: maybe(z.string()) })),
    updatedAt: z.iso.datetime({ offset: true }),
  })
  .transform((row) => ({ ...row, settingsProblems: settingsProblems(row.settings) }));

/**
 * One revision of the controls and who made it. `settings` is what the platform sent, undocumented fields and secrets
 * included; `settingsProblems` names the documented fields that are not of their documented type.
 */
export type ControlsChange = Readonly<z.output<typeof controlsChange>>;

const changeList = {
  endpoint,
  response: z.object({ changes: z.array(z.unknown()), pagination }),
  path: 'changes',
  schema: controlsChange,
  idField: 'revision',
  keyOf: (row: ControlsChange) => String(row.revision),
} as const;

/**
 * Lists the history of the enterprise controls, page by page (section "GET .../enterprise-controls/history"). The order
 * is not shown: only revision numbers tell what came after what.
 */
export function listControlsHistory(
  http: PlatformHttp,
  request: PageRequest = {},
  { signal }: CallOptions = {},
): Pages<ControlsChange> {
  const { cursor, ...query } = strictRequest(endpoint, pageRequest, request);
  return listPages(http, changeList, { cursor, query, signal });
}

function settingsProblems(settings: Readonly<Record<string, unknown>>): readonly FieldProblem[] {
  const parsed = enterpriseSettings.safeParse(settings);
  return parsed.success ? [] : parsed.error.issues.slice(0, SETTINGS_PROBLEMS_MAX).map(fieldProblem);
}
