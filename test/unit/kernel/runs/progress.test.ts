import { expect, test } from 'vitest';

import {
  isBeforeNow,
  jobOfMark,
  judgeProgress,
  knownRuns,
  markOf,
  readProgress,
} from '../../../../shared/kernel/runs/progress.ts';
import type { Run } from '../../../../shared/kernel/runs/run.ts';
import { anOutcome } from '../../../support/domain-samples.ts';
import { partOf } from '../../../support/part-of.ts';

const nowMs = Date.parse('2026-03-15T02:30:00Z');
const newestAt = '2026-03-14T03:30:00.000Z';
const newestDoneAt = '2026-03-13T02:30:00.000Z';
const done = { at: newestDoneAt, atMs: Date.parse(newestDoneAt) };

function rowAt(at: string) {
  return { name: 'applied:enforce', at, atMs: Date.parse(at) };
}

test('progress that no run has made is that of the newest run that has done something, and reported', () => {
  const judged = judgeProgress('applied:enforce', rowAt('2099-01-01T00:00:00.000Z'), { nowMs, newestAt, newestDoneAt });

  expect(judged).toEqual({
    progress: done,
    tampering: {
      name: 'applied:enforce',
      foundAtMs: nowMs,
      found: 'at is "2099-01-01T00:00:00.000Z", atMs is "4070908800000"',
    },
  });
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['without an instant', { at: undefined, atMs: undefined }],
  ['of which text and number differ', { at: newestAt, atMs: nowMs }],
  ['that is no instant', { at: 'soon', atMs: NaN }],
])('progress %s is reported, and no first run', (_what, row) => {
  const judged = judgeProgress('sent:enforce', row, { nowMs, newestAt, newestDoneAt });

  expect(judged).toMatchObject({ progress: done, tampering: { name: 'sent:enforce' } });
});

test('progress of a run that was made as of a later moment is believed', () => {
  const later = '2027-01-01T00:00:00.000Z';

  expect(judgeProgress('applied:enforce', rowAt(later), { nowMs, newestAt: later })).toEqual({
    progress: { at: later, atMs: Date.parse(later) },
  });
});

test('progress ahead of the newest run and of the clock is not believed, by a millisecond', () => {
  const twoHoursMs = 2 * 60 * 60_000;
  const believed = (atMs: number) =>
    judgeProgress('applied:enforce', rowAt(new Date(atMs).toISOString()), { nowMs }).tampering === undefined;

  expect(believed(nowMs + twoHoursMs)).toBe(true);
  expect(believed(nowMs + twoHoursMs + 1)).toBe(false);
});

test('where no run has done anything, the newest one says how far the job has come; before any, the epoch does', () => {
  const ahead = rowAt('2099-01-01T00:00:00.000Z');
  const atOf = (known: object) => judgeProgress('applied:enforce', ahead, { nowMs, ...known }).progress;

  expect(atOf({ newestAt })).toEqual({ at: newestAt, atMs: Date.parse(newestAt) });
  expect(atOf({})).toEqual({ at: '1970-01-01T00:00:00.000Z', atMs: 0 });
});

test.for<readonly [string, Readonly<Record<string, unknown>>, boolean]>([
  ['of one instant', done, true],
  ['of which the text is a number', { at: done.atMs, atMs: done.atMs }, false],
  ['of which the number is a text', { at: newestDoneAt, atMs: `${done.atMs}` }, false],
  ['of a text that only a year is', { at: 2026, atMs: Date.parse('2026') }, false],
])('a row %s is read: %3$s', ([, row, isRead]) => {
  expect(readProgress(row)).toEqual(isRead ? done : undefined);
});

test('a row is believed without a look at the runs when it is at most two hours ahead of the clock', () => {
  const ahead = (ms: number) => ({ at: '', atMs: nowMs + ms });

  expect(isBeforeNow(ahead(-1), nowMs)).toBe(true);
  expect(isBeforeNow(ahead(2 * 60 * 60_000), nowMs)).toBe(true);
  expect(isBeforeNow(ahead(2 * 60 * 60_000 + 1), nowMs)).toBe(false);
  expect(isBeforeNow(undefined, nowMs)).toBe(false);
});

test('runs, the newest first, say which is the newest, and which the newest that left nothing to do', () => {
  const [finished, unfinished] = [false, true].map((isUnfinished) => anOutcome({ isUnfinished }));
  const runs = [
    { at: newestAt, outcome: unfinished },
    { at: newestDoneAt, outcome: finished },
    { at: '2026-03-12T02:30:00.000Z', outcome: finished },
  ].map((run) => partOf<Run>(run));

  expect(knownRuns(runs, nowMs)).toEqual({ nowMs, newestAt, newestDoneAt });
  expect(knownRuns([partOf({ at: newestAt })], nowMs)).toEqual({ nowMs, newestAt, newestDoneAt: undefined });
  expect(knownRuns([], nowMs)).toEqual({ nowMs, newestAt: undefined, newestDoneAt: undefined });
});

test('the row of a job’s progress is named after the job', () => {
  expect(markOf('applied', 'enforce')).toBe('applied:enforce');
  expect(markOf('sent', 'live-guard')).toBe('sent:live-guard');
  expect(jobOfMark('sent:live-guard')).toBe('live-guard');
});
