import fc from 'fast-check';
import { expect, test } from 'vitest';

import { topRisers } from '../../../../shared/digest/sections/risers.ts';

const never = () => 0;
const peak = { day: '2026-03-11', credits: 60 };

test.for([
  ['used nothing before', { credits: 100, before: 0, peak }, 0, 'new'],
  ['was stopped before', { credits: 100, before: 10, peak }, 2, 'was-stopped'],
  ['used most on one day', { credits: 100, before: 10, peak }, 0, 'one-day'],
  ['used more on several days', { credits: 200, before: 10, peak }, 0, 'all-week'],
] as const)('of who %s that is the cause', ([, said, stopped, kind]) => {
  expect(topRisers([{ userId: 'ann', ...said }], () => stopped, 5)[0]?.cause.kind).toBe(kind);
});

test('the few who rose most are found among many, each with a part of all that rose', () => {
  const credits = fc.nat(1_000);
  const users = fc.uniqueArray(fc.record({ userId: fc.uuid(), credits, before: credits }), {
    selector: ({ userId }) => userId,
    maxLength: 30,
  });

  fc.assert(
    fc.property(users, (all) => {
      const rises = all.map((user) => user.credits - user.before).filter((rise) => rise > 0);
      const top = topRisers(all, never, 5);

      expect(top.map(({ riseCredits }) => riseCredits)).toEqual(rises.toSorted((a, b) => b - a).slice(0, 5));
      expect(topRisers(all.toReversed(), never, 5)).toEqual(top);
      expect(top.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1.000_001);
    }),
    { numRuns: 50 },
  );
});
