import { beforeEach, expect, test, vi } from 'vitest';

import {
  sharedSnapshots,
  type WantedSnapshot,
} from '../../../../../shared/application/queries/snapshots/share-snapshots.ts';
import type { Snapshot } from '../../../../../shared/domain/explanation/snapshot.ts';

let nowMs = 0;
let text = '';
let isSettled = true;

beforeEach(() => {
  [nowMs, text, isSettled] = [10, 'before', true];
});

const readOf = (name: string) =>
  vi.fn<() => Promise<Snapshot>>(async () => Promise.resolve({ today: name } as unknown as Snapshot));

function wanted(read: WantedSnapshot['read'] | string, of = 'day'): WantedSnapshot {
  const version = async () => Promise.resolve({ text, isSettled });
  return { of, version, read: typeof read === 'string' ? readOf(read) : read };
}

test('all who asked before a snapshot was begun get that one', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  const read = readOf('first');

  const given = await Promise.all(Array.from({ length: 50 }, async (_, asked) => shareFor(asked / 5)(wanted(read))));

  expect(new Set(given)).toEqual(new Set([{ today: 'first' }]));
  expect(read).toHaveBeenCalledTimes(1);
});

test('whoever asks later gets it too while a new one would tell the same, and reads anew once something has changed', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  await shareFor(0)(wanted('first'));
  nowMs = 300_000;

  const same = await shareFor(nowMs)(wanted('second'));
  text = 'after an edit';
  const anew = await Promise.all([shareFor(nowMs)(wanted('third')), shareFor(nowMs)(wanted('fourth'))]);

  expect([same, ...anew].map(({ today }) => today)).toEqual(['first', 'third', 'third']);
});

test('what was read before an edit is not given for what it became, however long its reading took', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  const slow = Promise.withResolvers<Snapshot>();
  const early = shareFor(0)(wanted(async () => slow.promise));
  nowMs = 20;
  text = 'after an edit';

  const late = shareFor(nowMs)(wanted('new'));
  slow.resolve({ today: 'old' } as unknown as Snapshot);

  expect([await early, await late].map(({ today }) => today)).toEqual(['old', 'new']);
});

test('while a run is at work its limits move under one version: a snapshot is given for a minute', async () => {
  isSettled = false;
  const shareFor = sharedSnapshots(() => nowMs);
  await shareFor(0)(wanted('first'));

  nowMs = 59_000;
  const soon = await shareFor(nowMs)(wanted('second'));
  nowMs = 61_000;
  const late = await shareFor(nowMs)(wanted('third'));

  expect([soon, late].map(({ today }) => today)).toEqual(['first', 'third']);
});

test('a snapshot of another moment or other rules, a failed one and an old one are given to nobody', async () => {
  const shareFor = sharedSnapshots(() => nowMs);

  await expect(shareFor(0)(wanted(async () => Promise.reject(new Error('no table'))))).rejects.toThrow('no table');
  const names = [
    await shareFor(0)(wanted('a')),
    await shareFor(0)(wanted('b', 'another day')),
    await shareFor(0)(wanted('c', 'another day')),
  ];
  nowMs = 600_010;
  const old = await shareFor(nowMs)(wanted('d', 'another day'));

  expect([...names, old].map(({ today }) => today)).toEqual(['a', 'b', 'b', 'd']);
});
