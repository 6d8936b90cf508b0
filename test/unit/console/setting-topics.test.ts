import { expect, test } from 'vitest';

import { isChanged, topicsOf } from '../../../console/pages/settings/setting-topics.ts';

const row = (setting: string, value: unknown = 1) =>
  ({ setting, value, default: 1 }) as Parameters<typeof isChanged>[0];

test('settings stand under the first part of their names, general ones first, and say whether they differ from the default', () => {
  const topics = topicsOf([row('pools.settleDays'), row('admins'), row('blastRadius.people', 2), row('pools.order')]);

  expect(topics.map(([topic, rows]) => [topic, rows.map(({ setting }) => setting)])).toEqual([
    ['General', ['admins']],
    ['Pools', ['pools.settleDays', 'pools.order']],
    ['Blast radius', ['blastRadius.people']],
  ]);
  expect(
    [row('a', 1), row('a', 2), { ...row('a'), value: undefined, default: null }].map((each) =>
      isChanged(each as never),
    ),
  ).toEqual([false, true, false]);
});
