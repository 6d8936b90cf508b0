import { expect, test } from 'vitest';

import { decideNotice, suspectDaysToReport } from '../../../../shared/kernel/runs/notice.ts';
import { heldOutcome } from '../../../../shared/kernel/runs/outcome.ts';
import { aLedgerDay, anOutcome } from '../../../support/domain-samples.ts';

const run = { runId: 'run-1', at: '2026-03-15T02:30:00.000Z' };
const nothingKnown = { summarizedByRunId: undefined, days: [] };
const held = heldOutcome({ guard: 'trust-gate', detail: 'in doubt' });

test.for(['complete', 'partial'] as const)('the first %s run of a night is summarized', (status) => {
  expect(decideNotice(run, anOutcome({ status }), nothingKnown)).toEqual({
    kind: 'summary',
    noticeId: 'summary/2026-03-15',
  });
});

test('a later run of the night that changed nothing is not reported', () => {
  expect(decideNotice(run, anOutcome({}), { ...nothingKnown, summarizedByRunId: 'run-0' })).toBeUndefined();
});

test('a later run of the night that changed something is reported on its own', () => {
  const notice = decideNotice(run, anOutcome({ capsChanged: 2 }), { ...nothingKnown, summarizedByRunId: 'run-0' });

  expect(notice).toEqual({ kind: 'summary', noticeId: 'summary/2026-03-15/run-1' });
});

test('a run that is taken up again makes the same summary', () => {
  const notice = decideNotice(run, anOutcome({ capsChanged: 2 }), { ...nothingKnown, summarizedByRunId: 'run-1' });

  expect(notice?.noticeId).toBe('summary/2026-03-15');
});

test.for([
  ['complete', {}, undefined],
  ['partial', {}, 'edit-failed/2026-03-15'],
  ['partial', { isUnfinished: true }, undefined],
  ['failed', { isUnfinished: true }, undefined],
] as const)('a run after an edit that is %s %o makes no summary of the night', ([status, facts, noticeId]) => {
  const edit = { ...run, runId: 'enforce-2026-03-15T14:00:00.000Z-edit-7' };

  const notice = decideNotice(edit, anOutcome({ status, capsChanged: 2, ...facts }), nothingKnown);

  expect(notice).toEqual(noticeId === undefined ? undefined : { kind: 'edit-failed', noticeId });
});

test('a plan after an edit that reaches far is reported like any other', () => {
  const edit = { ...run, runId: 'enforce-2026-03-15T14:00:00.000Z-edit-7' };
  const outcome = heldOutcome({ guard: 'blast-radius', detail: 'far', plan: 'plan-7' });

  expect(decideNotice(edit, outcome, nothingKnown)).toEqual({ kind: 'plan-held', noticeId: 'held-plan/plan-7' });
});

test('a night that fails is reported once a night', () => {
  expect(decideNotice(run, anOutcome({ status: 'failed' }), nothingKnown)).toEqual({
    kind: 'failed',
    noticeId: 'failed/2026-03-15',
  });
});

test.for([
  ['complete', undefined],
  ['held', undefined],
  ['partial', 'window-start-failed/2026-03-15'],
  ['failed', 'window-start-failed/2026-03-15'],
] as const)('of a window start that ends %s is reported: %s', ([status, noticeId]) => {
  const start = { ...run, runId: 'enforce-2026-03-15T00:05:00.000Z-window-start' };

  expect(decideNotice(start, anOutcome({ status }), nothingKnown)).toEqual(
    noticeId === undefined ? undefined : { kind: 'window-start-failed', noticeId },
  );
});

const late = aLedgerDay({
  day: '2026-03-14',
  status: 'suspect',
  doubts: [{ kind: 'not-there-yet', detail: 'not there' }],
  suspectSince: '2026-03-15T02:30:00.000Z',
});

test.for([
  ['2026-03-15T02:30:00.000Z', false],
  ['2026-03-15T03:30:00.000Z', false],
  ['2026-03-15T04:30:00.000Z', true],
] as const)('a day that is merely late since 02:30 is reported at %s: %s', ([at, isTold]) => {
  expect(decideNotice({ ...run, at }, held, { ...nothingKnown, days: [late] }) !== undefined).toBe(isTold);
});

test('a day whose figures contradict each other is reported at once', () => {
  const wrong = { ...late, doubts: [{ kind: 'sum-differs', detail: 'differs' }] as const };

  expect(decideNotice(run, held, { ...nothingKnown, days: [wrong] })?.noticeId).toBe('held/2026-03-14/2026-03-14/1');
});

test.for(['another-run', 'newer-run'] as const)('a run that is held for %s is not told of', (guard) => {
  expect(
    decideNotice({ ...run, at: '2026-03-15T08:30:00.000Z' }, heldOutcome({ guard, detail: 'x' }), {
      ...nothingKnown,
      days: [late],
    }),
  ).toBeUndefined();
});

test('a run that is held and does not say by what is not reported', () => {
  expect(decideNotice(run, anOutcome({ status: 'held' }), nothingKnown)).toBeUndefined();
});

test('a plan that is held without an id is reported once a night', () => {
  expect(decideNotice(run, heldOutcome({ guard: 'blast-radius', detail: 'far' }), nothingKnown)).toEqual({
    kind: 'plan-held',
    noticeId: 'held-plan/2026-03-15',
  });
});

test('a night that is held for days in doubt is reported by the first, the last and their number', () => {
  const days = ['2026-03-10', '2026-03-12', '2026-03-14'].map((day) => ({ ...late, day }));
  const at = '2026-03-15T08:30:00.000Z';

  expect(decideNotice({ ...run, at }, held, { ...nothingKnown, days })).toEqual({
    kind: 'held',
    noticeId: 'held/2026-03-10/2026-03-14/3',
  });
});

test('a night that is held for days that are all still coming is not reported', () => {
  expect(decideNotice(run, held, nothingKnown)).toBeUndefined();
});

test('days that look collapsed may be merely late, and one wrong doubt is enough to show it', () => {
  const doubts = [
    { kind: 'not-there-yet', detail: 'not there' },
    { kind: 'collapsed', detail: 'low' },
  ] as const;
  const wrong = { kind: 'sum-differs', detail: 'differs' } as const;
  const daysOf = (found: typeof late.doubts) => suspectDaysToReport([{ ...late, doubts: found }], run.at);

  expect(daysOf(doubts)).toEqual([]);
  expect(daysOf([...doubts, wrong])).toHaveLength(1);
});

test('a late day of which it is not known since when is reported at once, and a complete day never', () => {
  const { suspectSince: _since, ...longSince } = late;

  expect(suspectDaysToReport([longSince], run.at)).toEqual([longSince]);
  expect(suspectDaysToReport([{ ...longSince, status: 'complete' }], run.at)).toEqual([]);
});
