import { expect, test } from 'vitest';

import {
  describeSentBeside,
  guardOrder,
  guardTrust,
  holdForAnotherRun,
  holdForLostLease,
  holdForMovedInputs,
  holdForReach,
  holdForRejection,
  holdForRows,
} from '../../../shared/enforcement/guards.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

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
    detail: expect.stringMatching(/^2026-03-14 .*: .* no figures/u),
  });
});

test('a day that was never read holds the plan', () => {
  expect(guardTrust(range, complete.slice(1))?.detail).toContain('2026-03-01 is not complete');
});

test('three doubtful days are all named', () => {
  const detail = guardTrust(range, complete.slice(3))?.detail ?? '';

  expect(detail.match(/is not complete/gu)).toHaveLength(3);
  expect(detail).toMatch(/never read\. /u);
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
  const nowMs = Date.parse('2026-03-15T12:00:00Z');

  expect(guardOrder('2026-03-15T02:30:00.000Z', latest, nowMs)?.guard).toBe(isHeld ? 'newer-run' : undefined);
});

test('a run after one as of a moment that has not come yet is held until then', () => {
  const mark = '2026-03-15T23:00:00.000Z';
  const holdAt = (now: string) => guardOrder('2026-03-15T12:00:00.000Z', mark, Date.parse(now))?.until;

  expect(holdAt('2026-03-15T12:00:00Z')).toBe(mark);
  expect(holdAt(mark)).toBeUndefined();
});

test('a run beside another says until when', () => {
  expect(holdForAnotherRun('setting caps', Date.parse('2026-03-15T02:40:00Z'))).toMatchObject({
    guard: 'another-run',
    detail: expect.stringContaining('2026-03-15T02:40:00.000Z'),
  });
});

test('a plan that reaches too far is named, with all that is too far', () => {
  expect(holdForReach('p-1', ['it lowers 4', 'it raises 5'])).toEqual({
    guard: 'blast-radius',
    plan: 'p-1',
    detail: expect.stringMatching(/lowers 4.*raises 5.*curfew approve p-1/u),
  });
});

test('a plan that was rejected is named, and by whom', () => {
  expect(holdForRejection('p-1', 'eve@acme.example')).toEqual({
    guard: 'blast-radius',
    plan: 'p-1',
    detail: expect.stringContaining('eve@acme.example'),
  });
});

test('a plan whose inputs have moved is held with both plans named', () => {
  expect(holdForMovedInputs('p-1', 'p-2')).toEqual({
    guard: 'ground-moved',
    detail: expect.stringMatching(/p-1.*p-2/u),
  });
});

test('a run whose lease was taken over is held for the other', () => {
  expect(holdForLostLease().guard).toBe('another-run');
});

test('a day is reported with every doubt about it', () => {
  const doubts = [
    { kind: 'sum-differs', detail: 'the sum differs' },
    { kind: 'pages-unsound', detail: 'rows came twice' },
  ] as const;
  const days = complete.map((day) => (day.day === '2026-03-14' ? { ...day, status: 'suspect' as const, doubts } : day));

  expect(guardTrust(range, days)?.detail).toContain('the sum differs');
});

test('rows that cannot be released hold with their plan and the problem', () => {
  expect(holdForRows('p-1', 'it was rejected')).toEqual({
    guard: 'ground-moved',
    detail: expect.stringMatching(/p-1.*it was rejected/u),
  });
});

test('a run that is held says how many limits it sent all the same', () => {
  expect(describeSentBeside(0)).toBeUndefined();
  expect(describeSentBeside(1)).toMatch(/^1 limit /u);
  expect(describeSentBeside(3)).toMatch(/^3 limits /u);
});
