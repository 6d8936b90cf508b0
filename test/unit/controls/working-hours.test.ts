import { describe, expect, test } from 'vitest';

import { isApprovedChanger } from '../../../shared/controls/history/circumstances.ts';
import { isWithinHours, problemsOfHours, type WorkingHours } from '../../../shared/controls/working-hours.ts';

const berlin: WorkingHours = { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' };
const night: WorkingHours = { timeZone: 'America/New_York', days: [5], from: '22:00', until: '06:00' };

describe('working hours', () => {
  test.for<[boolean, string, WorkingHours]>([
    [true, '2026-03-02T07:00:00Z', berlin],
    [false, '2026-03-02T06:59:59Z', berlin],
    [true, '2026-03-02T16:59:59Z', berlin],
    [false, '2026-03-02T17:00:00Z', berlin],
    [false, '2026-03-01T12:00:00Z', berlin],
    // Summer time began on 29 March: eight in the morning is an hour earlier.
    [true, '2026-03-30T06:00:00Z', berlin],
    [false, '2026-03-30T16:00:00Z', berlin],
    [true, '2026-03-02T09:00:00+01:00', berlin],
    [true, '2026-03-07T03:00:00Z', night],
    [true, '2026-03-07T10:59:00Z', night],
    [false, '2026-03-07T11:00:00Z', night],
    [false, '2026-03-06T10:00:00Z', night],
    [true, '2026-03-02T23:59:00Z', { ...berlin, timeZone: 'UTC', until: '24:00' }],
    [true, '2026-03-02T00:00:00Z', { ...berlin, timeZone: 'UTC', from: '00:00' }],
    [false, 'soon', berlin],
  ])('are %s at %s', ([isWithin, instant, hours]) => {
    expect(isWithinHours(instant, hours)).toBe(isWithin);
  });

  test('are valid when zone, days and times are', () => {
    expect(problemsOfHours(berlin)).toEqual([]);
    expect(problemsOfHours({ timeZone: 'Mars/Base', days: [0], from: '8', until: '8' })).toHaveLength(3);
  });
});

describe('an approved changer', () => {
  test.for<[boolean | undefined, { id?: string; email?: string; name?: string }, readonly string[]]>([
    [true, { email: 'Ann@Example.com' }, [' ann@example.com ']],
    [true, { id: 'u-ann', email: 'x@example.com' }, ['u-ann']],
    [false, { id: 'U-ANN' }, ['u-ann']],
    [false, { name: 'ann@example.com' }, ['ann@example.com']],
    [false, { id: '', email: '' }, ['', 'ann@example.com']],
    [false, {}, ['ann@example.com']],
    [undefined, { email: 'ann@example.com' }, []],
  ])('is %s for %j on the list %j', ([isApproved, actor, approved]) => {
    expect(isApprovedChanger(actor, approved)).toBe(isApproved);
  });
});
