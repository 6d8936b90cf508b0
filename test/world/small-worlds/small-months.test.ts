import { stdout } from 'node:process';

import { expect, test } from 'vitest';

import { Attack } from '../attack/attack.ts';
import { isSoak, roundsTimeoutMs } from '../rounds.ts';
import { happenings, smallMonth } from './small-months.ts';

/** Of all orders of three things, every how manieth is played; prime to how many things there are. */
const stride = isSoak ? 1 : 1_409;

test(
  'whatever three things happen on the eve of a turn, in any order, what is said to be kept is kept',
  {
    timeout: (isSoak ? 4 : 1) * roundsTimeoutMs,
  },
  async () => {
    const names = Object.keys(happenings);
    const { length } = names;
    const nameAt = (place: number): string => names[place % length] ?? '';
    let [played, kept] = [0, 0];
    const broken: string[] = [];
    for (let index = 0; index < length ** 3; index += stride) {
      const order = [
        nameAt(index),
        nameAt(Math.trunc(index / length)),
        nameAt(Math.trunc(index / length ** 2)),
      ] as const;
      try {
        kept += (await new Attack(smallMonth([...order], index)).play()).kept;
      } catch (error) {
        broken.push(`${order.join('; ')} (${index}): ${String(error)}`);
      }
      played += 1;
    }
    stdout.write(`${played} of ${length ** 3} orders of three of ${length} things played on the real run\n`);

    expect(broken).toEqual([]);
    expect(kept).toBeGreaterThan(played);
  },
);
