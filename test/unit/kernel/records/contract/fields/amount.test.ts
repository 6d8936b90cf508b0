import { expect, test } from 'vitest';

import { meantAmount } from '../../../../../../shared/kernel/records/contract/fields/amount.ts';

test.each<[unknown, string]>([
  ['12 000 000', '; did you mean 12,000,000?'],
  ['11.000.000', '; did you mean 11,000,000?'],
  ["1'500", '; did you mean 1,500?'],
  ['1.5', ''],
  ['12 00', ''],
  [1.5, ''],
])('an amount grouped as in %j is answered with "%s"', (input, meant) => {
  expect(meantAmount(input)).toBe(meant);
});
