import { expect, test } from 'vitest';

import type { PlatformEvent } from '../../../../shared/kernel/platform/http/platform-event.ts';
import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { logPlatformEvent } from '../../../../shared/wiring/lambda/function-platform.ts';
import { captureLog } from '../../kernel/runtime/captured-log.ts';

const endpoint = 'GET /api/v1/analytics/tokens';

test.each<[PlatformEvent, Readonly<Record<string, unknown>>]>([
  [
    { kind: 'retrying', endpoint, attempt: 2, failure: 'server', status: 503, delayMs: 900 },
    { level: 'WARN', attempt: 2, failure: 'server', httpStatus: 503, delayMs: 900 },
  ],
  [
    { kind: 'key-read-again', endpoint, status: 401 },
    { level: 'WARN', httpStatus: 401 },
  ],
  [
    { kind: 'unknown-fields', endpoint, fields: new Map([['data[].novelty', 31]]) },
    { level: 'INFO', fields: ['data[].novelty'] },
  ],
  [
    { kind: 'rows-quarantined', endpoint, rows: 1, firstProblem: 'billable_tokens must be a number' },
    { level: 'WARN', rows: 1, firstProblem: 'billable_tokens must be a number' },
  ],
])('every fact of the event $kind reaches the log', (event, facts) => {
  const log = captureLog();

  logPlatformEvent(createLogger('test'), event);

  expect(log.entries()).toMatchObject([{ endpoint, ...facts }]);
  expect(log.entries()[0]).not.toHaveProperty('keysOmitted');
});
