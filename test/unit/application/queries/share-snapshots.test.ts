import { expect, test, vi } from 'vitest';

import { sharedSnapshots } from '../../../../shared/application/queries/share-snapshots.ts';
import type { Snapshot } from '../../../../shared/domain/explanation/snapshot.ts';

let nowMs = 0;
const reading = (name: string) =>
  vi.fn<() => Promise<Snapshot>>(async () => Promise.resolve({ today: name } as unknown as Snapshot));

test('all who asked before a snapshot was begun get that one, and whoever asks later reads anew', async () => {
  nowMs = 10;
  const shareFor = sharedSnapshots(() => nowMs);
  const [first, second] = [reading('first'), reading('second')];

  const early = await Promise.all(Array.from({ length: 50 }, async (_, asked) => shareFor(asked / 5)('day', first)));
  nowMs = 20;
  const late = await shareFor(11)('day', second);

  expect(new Set(early)).toEqual(new Set([{ today: 'first' }]));
  expect(first).toHaveBeenCalledTimes(1);
  expect(late).toEqual({ today: 'second' });
});

test('a snapshot of another moment or other rules, a failed one and an old one are given to nobody', async () => {
  nowMs = 10;
  const shareFor = sharedSnapshots(() => nowMs);
  const failing = vi.fn<() => Promise<Snapshot>>(async () => Promise.reject(new Error('no table')));

  await expect(shareFor(0)('day', failing)).rejects.toThrow('no table');
  const names = [
    await shareFor(0)('day', reading('a')),
    await shareFor(0)('another day', reading('b')),
    await shareFor(0)('another day', reading('c')),
  ];
  nowMs = 10_010;
  const old = await shareFor(0)('another day', reading('d'));

  expect([...names, old].map(({ today }) => today)).toEqual(['a', 'b', 'b', 'd']);
});
