import { expect, test } from 'vitest';
import { guardOrder, guardTrust, holdForAnotherRun } from '../../../../shared/domain/runs/guards.ts';
import { daysOf } from '../../../../shared/domain/time/day.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';

const range = { from: '2026-03-01', through: '2026-03-14' };
const complete = daysOf(range).map((day) => aLedgerDay({ day }));

test('days that are all complete hold nothing', () => {
  expect(guardTrust(range, complete)).toBeUndefined();
});

test('at the start of a window there is no day to doubt', () => {
  expect(guardTrust({ from: '2026-03-01', through: '2026-02-28' }, [])).toBeUndefined();
});

test('a suspect day holds the plan and says why', () => {
  const doubts = [{ kind: 'not-there-yet', detail: 'the platform has no figures for this day yet' }] as const;
  const days = complete.map((day) => (day.day === '2026-03-14' ? { ...day, status: 'suspect' as const, doubts } : day));

  expect(guardTrust(range, days)).toMatchObject({
    guard: 'trust-gate',
    detail: expect.stringContaining('2026-03-14 is not complete: the platform has no figures for this day yet'),
  });
});

test('a day that was never read holds the plan', () => {
  expect(guardTrust(range, complete.slice(1))?.detail).toContain('2026-03-01 is not complete: never read');
});

test('of many doubtful days three are named and the rest counted', () => {
  const detail = guardTrust(range, [])?.detail ?? '';

  expect(detail.match(/is not complete/gu)).toHaveLength(3);
  expect(detail).toContain('and 11 days more');
});

test.for([
  [undefined, false],
  ['2026-03-15T02:30:00.000Z', false],
  ['2026-03-15T02:29:59.999Z', false],
  ['2026-03-15T02:30:00.001Z', true],
] as const)('a run as of 02:30 after one as of %s is held: %s', ([latest, isHeld]) => {
  expect(guardOrder('2026-03-15T02:30:00.000Z', latest) !== undefined).toBe(isHeld);
});

test('a run beside another says until when', () => {
  expect(holdForAnotherRun('setting caps', Date.parse('2026-03-15T02:40:00Z'))).toMatchObject({
    guard: 'another-run',
    detail: expect.stringContaining('2026-03-15T02:40:00.000Z'),
  });
});
