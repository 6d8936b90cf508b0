import { expect, test } from 'vitest';

import type { Hint } from '../../../../shared/hook/hint.ts';
import { gatherHints } from '../../../../shared/hook/use-cases/report-event.ts';
import { partOf } from '../../../support/part-of.ts';

const hint: Hint = { userId: 'u', sessionId: 's', event: 'Stop', atMs: 1 };

test('hints that come while others are written are written together, and one of the same session and event once', async () => {
  const writes: (readonly Hint[])[] = [];
  const record = gatherHints(partOf({ record: async (hints) => Promise.resolve(void writes.push(hints)) }));

  await Promise.all([
    record(hint),
    ...[2, 3].map(async (atMs) => record({ ...hint, atMs })),
    record({ ...hint, userId: 'v' }),
  ]);

  expect(writes).toEqual([
    [hint],
    [
      { ...hint, atMs: 3 },
      { ...hint, userId: 'v' },
    ],
  ]);
});

test('whoever reports learns when a hint could not be written, and the next is written all the same', async () => {
  let count = 0;
  const record = gatherHints(
    partOf({
      record: async () => ((count += 1) === 1 ? Promise.reject(new Error('away')) : Promise.resolve()),
    }),
  );

  await expect(record(hint)).rejects.toThrow('away');
  await expect(record(hint)).resolves.toBeUndefined();
});
