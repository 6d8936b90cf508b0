import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isSoak } from '../rounds.ts';
import { Attack } from './attack.ts';
import { someMonths } from './drawn-months.ts';

test('whatever happens, a pool that is said to be kept is not overspent', { timeout: 600_000 }, async () => {
  let promises = 0;
  const started = Date.now();
  const numRuns = Number(process.env['ATTACK_RUNS'] ?? 20);
  let played = 0;
  await fc
    .assert(
      fc.asyncProperty(someMonths, async (drawn) => {
        played += 1;
        promises += await new Attack(drawn).play();
      }),
      {
        numRuns,
        ...(isSoak || process.env['ATTACK_SEED'] === undefined
          ? { seed: 20_260_114 }
          : { seed: Number(process.env['ATTACK_SEED']) }),
        endOnFailure: process.env['ATTACK_SHRINK'] === undefined,
      },
    )
    .finally(() =>
      console.log(
        `${played * 1.5} months, ${promises} promises, ${((played * 1.5) / ((Date.now() - started) / 1000)).toFixed(1)} months/s`,
      ),
    );

  expect(promises).toBeGreaterThan(0);
});
