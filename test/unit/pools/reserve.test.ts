import { expect, test } from 'vitest';

import { reserveCredits } from '../../../shared/pools/reserve.ts';
import { aPool } from '../../support/pool-fixtures.ts';

const march = aPool(0, []);

test.for([
  ['2026-02-28T12:00:00Z', 1_000, 0],
  ['2026-03-01T02:30:00Z', 1_000, 96],
  ['2026-03-16T02:30:00Z', 1_000, 48],
  ['2026-03-31T02:30:00Z', 1_000, 0],
  ['2026-04-02T02:30:00Z', 1_000, 0],
  ['2026-03-01T02:30:00Z', -500, 0],
] as const)('at %s a tenth of a room of %s is kept by the nights left: %s', ([at, room, reserve]) => {
  expect(reserveCredits(march, room, { nowMs: Date.parse(at), share: 0.1 })).toBe(reserve);
});
