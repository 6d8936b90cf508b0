import { expect, test } from 'vitest';

import { usedText } from '../../../../console/parts/texts/amounts.ts';
import { usedPercent } from '../../../../shared/kernel/texts/amounts.ts';

test.each([
  [0, 100, 0],
  [29, 100, 29],
  [1_533_665, 1_600_000, 95],
  [99_999, 100_000, 99],
  [100_000, 100_000, 100],
  [863_127, 800_000, 107],
])(
  '%i of %i credits are %i percent used, in mails and on pages: no line is reached before it is',
  (used, amount, percent) => {
    expect(usedPercent(used, amount)).toBe(percent);
    expect(usedText(used, amount)).toBe(`${percent}%`);
  },
);

test('of nothing, all is used once anything is', () => {
  expect([usedText(0, 0), usedText(1, 0)]).toStrictEqual(['0%', '100%']);
});
