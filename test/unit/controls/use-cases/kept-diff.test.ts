import { expect, test } from 'vitest';

import { diffControls } from '../../../../shared/control-diff/diff-controls.ts';
import { keptDiff } from '../../../../shared/controls/use-cases/kept-contents.ts';

test('the same settings are compared once for each way of judging, and other settings by themselves', () => {
  let compared = 0;
  const counted: typeof diffControls = (...sides) => {
    compared += 1;
    return diffControls(...sides);
  };
  const diff = keptDiff(counted, {});
  const [before, after] = [{ sessionRetentionDays: 90 }, { sessionRetentionDays: 30 }];

  const changes = [diff(before, after), diff(before, after), diff(before, after, { isApproved: false })];
  const others = [diff(after, before), diff({ ...before }, after), keptDiff(counted, { packs: [] })(before, after)];

  expect(compared).toBe(5);
  expect(changes).toEqual([
    diffControls(before, after),
    diffControls(before, after),
    diffControls(before, after, { isApproved: false }),
  ]);
  expect(others[0]).toEqual(diffControls(after, before));
});

test('a field that comes into force is judged by its last value in force', () => {
  const diff = keptDiff(diffControls, {});
  const [before, after] = [{ sessionRetentionDays: 90 }, { sessionRetentionDays: 30 }];
  const judged = (days: number) => diff(before, after, { lastInForce: new Map([['sessionRetentionDays', days]]) });

  expect(judged(20)).toEqual(diffControls(before, after, { lastInForce: new Map([['sessionRetentionDays', 20]]) }));
  expect(judged(80)).toEqual(diffControls(before, after, { lastInForce: new Map([['sessionRetentionDays', 80]]) }));
});
