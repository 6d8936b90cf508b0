import { expect, test } from 'vitest';

import { adviceOnAlarm } from '../../../../shared/controls/mail/what-to-do.ts';

test.for([
  ['the platform refuses the API key: GET /history answered 401', /API key \(401\)/u],
  ['GET /history answered 403', /Manager or Owner/u],
  ['GET /history answered 429', /how often/u],
  ['GET /history answered 500', /platform fails \(500\)/u],
  ['GET /history answered 503', /platform fails \(503\)/u],
  ['GET /history answered 404', /refuses the request \(404\)/u],
  ['GET /history failed: connect ECONNREFUSED', /could not be reached/u],
] as const)('advice on “%s” names the cause', ([problem, advice]) => {
  expect(adviceOnAlarm({ kind: 'unwatched', since: '2026-03-02T08:00:00Z', problem })).toMatch(advice);
});

test('an empty history is distinguished from one that is shorter', () => {
  const missing = [{ from: 1, through: 3 }];

  expect(adviceOnAlarm({ kind: 'shrank', series: 1, missing, isEmpty: true })).toMatch(/no history.*API key/u);
  expect(adviceOnAlarm({ kind: 'shrank', series: 1, missing })).toMatch(/Ask the platform/u);
});
