import { expect, test } from 'vitest';
import { judgeProgress } from '../../../../shared/domain/runs/progress.ts';

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
