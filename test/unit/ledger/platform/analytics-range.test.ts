import { describe, expect, test } from 'vitest';

import type { Endpoint } from '../../../../shared/kernel/platform/http/endpoint.ts';
import { PlatformRequestError } from '../../../../shared/kernel/platform/platform-error.ts';
import { analyticsQuery } from '../../../../shared/ledger/platform/analytics-range.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/tokens', idempotent: true };
const NOON_MS = Date.parse('2026-03-15T12:00:00Z');

describe('analyticsQuery', () => {
  test('takes the first day of the history and yesterday', () => {
    const range = { startDate: '2026-01-14', endDate: '2026-03-14' };

    expect(analyticsQuery(endpoint, range, NOON_MS)).toEqual(range);
  });

  test.each([
    ['startDate', '2026-02-30', '2026-03-01', /must be a real day/],
    ['startDate', '', '2026-03-01', /must be a real day/],
    ['endDate', '2026-03-01', '2026-3-2', /must be a real day/],
    ['endDate', '2026-03-01', '2026-03-02T00:00:00Z', /must be a real day/],
    ['startDate', '2026-01-13', '2026-03-01', /must not be before 2026-01-14/],
    ['endDate', '2026-03-02', '2026-03-01', /must not be before startDate 2026-03-02/],
    ['endDate', '2026-03-02', '2026-03-15', /must be before today, 2026-03-15/],
    ['endDate', '2026-03-02', '2026-03-16', /must be before today, 2026-03-15/],
  ])('refuses a %s in %s to %s', (...[field, startDate, endDate, rule]) => {
    const ask = (): unknown => analyticsQuery(endpoint, { startDate, endDate }, NOON_MS);

    expect(ask).toThrow(PlatformRequestError);
    expect(ask).toThrow(new RegExp(`^GET /api/v1/analytics/tokens .*: ${field} ${rule.source}`));
  });

  test('takes the day as soon as it is over in UTC, and not a millisecond before', () => {
    const range = { startDate: '2026-03-01', endDate: '2026-03-15' };
    const midnightMs = Date.parse('2026-03-16T00:00:00Z');

    expect(() => analyticsQuery(endpoint, range, midnightMs - 1)).toThrow(PlatformRequestError);
    expect(analyticsQuery(endpoint, range, midnightMs)).toEqual(range);
  });
});
