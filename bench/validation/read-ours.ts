import { parseJson } from '../../shared/kernel/platform/http/answer/body.ts';
import type { Answer, PlatformCall } from '../../shared/kernel/platform/http/call.ts';
import type { PlatformHttp } from '../../shared/kernel/platform/http/http.ts';
import { DEFAULT_LIMITS } from '../../shared/kernel/platform/http/limits.ts';
import { countUnknownFields } from '../../shared/kernel/platform/reading/unknown-fields.ts';
import { listUserMetrics } from '../../shared/ledger/platform/analytics-users.ts';
import { createFindings } from '../../shared/readiness/platform/findings.ts';
import type { Reading } from './reader.ts';

/**
 * A page through our own reader of `/analytics/users`, network left out: broken rows are set aside with their names,
 * fields that the document does not show are counted, and repeated rows are noticed.
 */
export async function readOurs(text: string): Promise<Reading> {
  const range = { startDate: '2026-05-14', endDate: '2026-05-14', limit: 100 };
  const page = await listUserMetrics(answering(text), range).next();
  return page.done === true
    ? { rows: 0, named: 0 }
    : { rows: page.value.rows.length, named: page.value.quarantined.length };
}

/** An HTTP client of the platform that answers with this one text. */
function answering(text: string): PlatformHttp {
  return {
    limits: DEFAULT_LIMITS,
    asOf: () => Date.parse('2026-05-15T02:30:00Z'),
    lastSkewMs: () => undefined,
    request: async <T>(call: PlatformCall<T>): Promise<Answer<T>> => {
      const json = parseJson(text);
      const value = call.schema.parse(json);
      const findings = createFindings('users', () => {});
      countUnknownFields(call.schema, json, { path: '', count: findings.countUnknown });
      return Promise.resolve({ value, findings, malformed: refuse });
    },
  };
}

function refuse(problem: string): never {
  throw new Error(problem);
}
