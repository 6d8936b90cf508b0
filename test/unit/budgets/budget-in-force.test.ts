import { expect, test } from 'vitest';

import { isInForce } from '../../../shared/budgets/budget.ts';
import { partOf } from '../../support/part-of.ts';

test.for([
  [{}, true],
  [{ from: '2026-03-15' }, true],
  [{ from: '2026-03-16' }, false],
  [{ to: '2026-03-15' }, true],
  [{ to: '2026-03-14' }, false],
  [{ from: '2026-03-01', to: '2026-03-31' }, true],
] as const)('a budget of %o is in force on 2026-03-15: %s', ([terms, expected]) => {
  expect(isInForce(partOf(terms), '2026-03-15')).toBe(expected);
});
