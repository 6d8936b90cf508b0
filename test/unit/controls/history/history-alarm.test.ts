import { expect, test } from 'vitest';

import { missingIn, type HistoryAlarm } from '../../../../shared/controls/history/history-alarm.ts';

const at = '2026-03-15T02:00:00.000Z';
const missing = [{ from: 3, through: 5 }];

test.for<readonly [HistoryAlarm, readonly object[]]>([
  [{ kind: 'gap', series: 1, missing }, missing],
  [{ kind: 'shrank', series: 1, missing }, missing],
  [{ kind: 'unreadable', series: 1, revision: 4, problem: 'no date' }, [{ from: 4, through: 4 }]],
  [{ kind: 'unreadable', series: 1, problem: 'no number' }, []],
  [{ kind: 'rewritten', series: 1, revision: 4, digests: ['a', 'b'] }, []],
  [{ kind: 'went-back', series: 1, revision: 4, updatedAt: at, previousUpdatedAt: at }, []],
  [{ kind: 'restarted', series: 2, knownThrough: 9, servedThrough: 3 }, []],
  [{ kind: 'unwatched', since: at, problem: 'refused' }, []],
])('numbers that are not read: %o', ([alarm, numbers]) => {
  expect(missingIn(alarm)).toEqual(numbers);
});
