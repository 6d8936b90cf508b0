import { expect, test } from 'vitest';

import {
  enforcementOutcome,
  failedOutcome,
  heldInPart,
  heldOutcome,
  leftNothingToDo,
  outcomeOf,
  problemsToReport,
} from '../../../../shared/kernel/runs/outcome.ts';
import type { RowOutcome } from '../../../../shared/limits/limit-record.ts';
import { anOutcome } from '../../../support/domain-samples.ts';

const failed: RowOutcome = { kind: 'failed', problem: 'refused' };
const unknown: RowOutcome = { kind: 'unknown', problem: 'no answer' };

function outcome(
  rows: Readonly<Record<string, RowOutcome>>,
  said: { stopped?: string; isLeaseLost?: boolean; isDoubtful?: boolean } = {},
) {
  const { isDoubtful = false, ...rest } = said;
  const records = Object.entries(rows).map(([userId, row]) => {
    const runId = row.kind === 'done' ? 'run-1' : 'earlier';
    const confirmed = { limitCredits: 1, at: '2026-03-15T02:30:00.000Z', runId };
    return [userId, { userId, email: `${userId}@acme.example`, confirmed, unsettled: [] }] as const;
  });
  const applied = { records: new Map(records), outcomes: new Map(Object.entries(rows)), isLeaseLost: false, ...rest };
  const problems = ['a budget is not valid'];
  return outcomeOf({ runId: 'run-1', dataThrough: '2026-03-14', applied, problems, isDoubtful });
}

const done: RowOutcome = { kind: 'done' };

test.for([
  ['nothing to do', {}, 'complete', 0, 0, false],
  ['all done', { a: done, b: done }, 'complete', 2, 0, false],
  ['one row failed', { a: done, b: failed }, 'partial', 1, 1, false],
  ['all rows failed', { a: failed }, 'partial', 0, 1, false],
  ['one row unknown', { a: done, b: unknown }, 'partial', 1, 1, true],
  ['nothing but unknown', { a: unknown, b: unknown }, 'failed', 0, 2, true],
] as const)('%s: %2$s', ([, rows, status, capsChanged, capsFailed, isUnfinished]) => {
  expect(outcome(rows)).toMatchObject({ status, capsChanged, capsFailed, isUnfinished, dataThrough: '2026-03-14' });
});

test('of thousands of problems some are reported, and how many more there are', () => {
  const problems = Array.from({ length: 5_000 }, (_, index) => `row ${index} is not valid`);
  const applied = { records: new Map(), outcomes: new Map(), isLeaseLost: false };

  const told = outcomeOf({ runId: 'run-1', dataThrough: undefined, applied, problems, isDoubtful: false }).problems;

  expect(told).toHaveLength(201);
  expect([told[0], told.at(-1)]).toEqual(['row 0 is not valid', expect.stringContaining('4800 more')]);
});

test('two hundred problems are all reported', () => {
  const problems = Array.from({ length: 200 }, (_, index) => `row ${index}`);
  const applied = { records: new Map(), outcomes: new Map(), isLeaseLost: false };

  const outcome = outcomeOf({ runId: 'run-1', dataThrough: undefined, applied, problems, isDoubtful: false });

  expect(outcome.problems).toEqual(problems);
  expect('dataThrough' in outcome || 'held' in outcome).toBe(false);
});

test('a run that was stopped midway is partial, and says why before anything else', () => {
  expect(outcome({ a: done }, { stopped: 'out of time' })).toMatchObject({
    status: 'partial',
    isUnfinished: true,
    problems: ['out of time', 'a budget is not valid'],
  });
});

test('a run on figures that look damaged is partial, and leaves the night to another', () => {
  expect(outcome({ a: done }, { isDoubtful: true })).toMatchObject({ status: 'partial', isUnfinished: true });
});

test('a limit that was never confirmed is no cap that changed', () => {
  const records = new Map([['ann', { userId: 'ann', email: 'ann@acme.example', unsettled: [] }]]);
  const applied = { records, outcomes: new Map([['ann', unknown]]), isLeaseLost: false };

  expect(
    outcomeOf({ runId: 'run-1', dataThrough: undefined, applied, problems: [], isDoubtful: false }).capsChanged,
  ).toBe(0);
});

test('a run that was stopped before it did anything has failed', () => {
  expect(outcome({}, { stopped: 'the key is refused' })).toMatchObject({ status: 'failed', isUnfinished: true });
});

test('a run that was overtaken has not failed: it is held for the other', () => {
  expect(outcome({ a: done }, { stopped: 'another run has taken over', isLeaseLost: true })).toMatchObject({
    status: 'held',
    held: { guard: 'another-run' },
    capsChanged: 1,
    isUnfinished: true,
  });
});

test('a run that did nothing on figures that look damaged is partial, for nothing has failed', () => {
  expect(outcome({}, { isDoubtful: true })).toMatchObject({ status: 'partial', isUnfinished: true });
});

test('held and failed runs changed nothing, and leave something to do', () => {
  expect(enforcementOutcome(heldOutcome({ guard: 'trust-gate', detail: 'x' }, '2026-03-13'))).toMatchObject({
    status: 'held',
    dataThrough: '2026-03-13',
    capsChanged: 0,
    isUnfinished: true,
  });
  expect(failedOutcome('no answer')).toMatchObject({ status: 'failed', problems: ['no answer'], isUnfinished: true });
});

test('a run that is held before it read anything names no day and no problem', () => {
  expect(heldOutcome({ guard: 'trust-gate', detail: 'x' })).toStrictEqual({
    status: 'held',
    alerts: 0,
    isUnfinished: true,
    problems: [],
    held: { guard: 'trust-gate', detail: 'x' },
  });
});

test('a run of which a part was done beside a hold says what it did, and that something is left', () => {
  const hold = { guard: 'blast-radius', detail: 'it reaches far' } as const;
  const done = enforcementOutcome(anOutcome({ capsChanged: 2 }));

  expect(heldInPart(hold, done)).toEqual({ ...done, status: 'held', held: hold, isUnfinished: true });
});

test('another run that took over says more than the guard', () => {
  const overtaken = { guard: 'another-run', detail: 'it took over' } as const;
  const done = enforcementOutcome(anOutcome({ status: 'held', held: overtaken }));

  expect(heldInPart({ guard: 'blast-radius', detail: 'it reaches far' }, done).held).toEqual(overtaken);
});

test.for([
  ['complete', false, true],
  ['partial', false, true],
  ['complete', true, false],
  ['held', false, false],
  ['failed', false, false],
] as const)('a run that is %s, unfinished %s, has left nothing to do: %s', ([status, isUnfinished, isDone]) => {
  expect(leftNothingToDo(anOutcome({ status, isUnfinished }))).toBe(isDone);
});

test('a run without an outcome may have left everything', () => {
  expect(leftNothingToDo(undefined)).toBe(false);
});

test('the line that says how many problems are left out is not counted as one', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`);

  expect(problemsToReport(lines(201))).toEqual(lines(201));
  expect(problemsToReport(lines(202))).toEqual([...lines(200), 'and 2 more of this kind']);
});
