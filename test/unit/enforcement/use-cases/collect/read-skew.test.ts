import { expect, test } from 'vitest';

import { readSkew } from '../../../../../shared/enforcement/use-cases/collect/read-platform.ts';
import type { LimitPorts, LimitWork } from '../../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { immediateSteps } from '../../../../../shared/kernel/runs/store/immediate-steps.ts';
import { someSettings } from '../../../../support/enforcement-settings.ts';
import { partOf } from '../../../../support/part-of.ts';

const nowMs = Date.parse('2026-03-15T02:30:00.000Z');
const hourMs = 3_600_000;

/** What a run reads that is as of so long before this machine's clock, which the platform's is ahead of by `machineMs`. */
async function skewOf(machineMs: number | undefined, givenMs = 0) {
  const platformTime = { skewMs: async () => machineMs };
  const ports = partOf<LimitPorts>({ clock: { now: () => nowMs }, steps: immediateSteps(), platformTime });
  return readSkew(
    partOf<LimitWork>({ ports, settings: someSettings({ clockToleranceSeconds: 120 }), aheadMs: -givenMs }),
  );
}

test('where nothing tells the platform’s time, nothing is compared', async () => {
  expect(await skewOf(undefined)).toStrictEqual({ isCompared: false });
});

test.for([0, 5_000, -120_000, 120_000])('a difference of %s ms is tolerated', async (skewMs) => {
  expect(await skewOf(skewMs)).toStrictEqual({ isCompared: true, skewMs });
});

test.for([120_001, -120_001])('a clock that is %s ms off is named', async (skewMs) => {
  expect(await skewOf(skewMs)).toStrictEqual({ isCompared: true, skewMs, clockOffMs: skewMs });
});

test('a run that is as of another moment compares that, and says nothing of this machine’s clock', async () => {
  expect(await skewOf(200_000, hourMs)).toStrictEqual({ isCompared: false, skewMs: hourMs + 200_000 });
  expect(await skewOf(0, -hourMs)).toStrictEqual({ isCompared: false, skewMs: -hourMs });
});

test.for([26 * hourMs, -26 * hourMs])('a run as of %s ms before now, and no further, is compared', async (givenMs) => {
  expect(await skewOf(0, givenMs)).toStrictEqual({ isCompared: false, skewMs: givenMs });
  expect(await skewOf(0, givenMs + Math.sign(givenMs))).toStrictEqual({ isCompared: false });
});
