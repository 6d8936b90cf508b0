import { expect, test } from 'vitest';
import { heldForMs } from '../../../../shared/domain/runs/held-plan.ts';

test.for([
  ['2026-03-15T02:30:00.000Z', 21.5],
  ['2026-03-15T00:00:00.000Z', 24],
  ['2026-03-15T23:59:00.000Z', 1 / 60],
] as const)('a plan as of %s may be approved through its UTC day: for %s hours', ([at, hours]) => {
  expect(heldForMs(at)).toBe(hours * 3_600_000);
});
