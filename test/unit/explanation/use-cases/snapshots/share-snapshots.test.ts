import { beforeEach, describe, expect, test, vi } from 'vitest';

import {
  FiguresPendingError,
  type OldFigures,
  type ReadSnapshot,
  sharedSnapshots,
  type WantedSnapshot,
} from '../../../../../shared/explanation/use-cases/snapshots/share-snapshots.ts';

let nowMs = 0;
let text = '';
let isSettled = true;

beforeEach(() => {
  [nowMs, text, isSettled] = [10, 'before', true];
});

const readOf = (name: string) =>
  vi.fn<() => Promise<ReadSnapshot>>(async () => Promise.resolve({ today: name } as unknown as ReadSnapshot));

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

test('whoever asks later gets it too while a new one would tell the same, and reads again once something has changed', async () => {
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
  const slow = Promise.withResolvers<ReadSnapshot>();
  const early = shareFor(0)(wanted(async () => slow.promise));
  nowMs = 20;
  text = 'after an edit';

  const late = shareFor(nowMs)(wanted('new'));
  slow.resolve({ today: 'old' } as unknown as ReadSnapshot);

  expect([await early, await late].map(({ today }) => today)).toEqual(['old', 'new']);
});

test('while a run is at work its limits move under one version: a snapshot is given for a minute', async () => {
  isSettled = false;
  const shareFor = sharedSnapshots(() => nowMs);
  await shareFor(0)(wanted('first'));

  nowMs += 59_999;
  const soon = await shareFor(nowMs)(wanted('second'));
  nowMs += 1;
  const late = await shareFor(nowMs)(wanted('third'));

  expect([soon, late].map(({ today }) => today)).toEqual(['first', 'third']);
});

test('the rows of a ledger that is the same are taken from the earlier snapshot for ten minutes, and else read anew', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  let edits = 0;
  const earlierOf = async (ledger: string | undefined, of = 'day') => {
    const seen: unknown[] = [];
    const version = async () => Promise.resolve({ text: `edit ${edits}`, isSettled, ledger });
    edits += 1;
    nowMs += 1;
    await shareFor(nowMs)({
      of,
      version,
      read: async (earlier) => {
        seen.push(earlier?.today);
        return Promise.resolve({ today: `edit ${edits}` } as unknown as ReadSnapshot);
      },
    });
    return seen[0];
  };

  const known = [await earlierOf('a'), await earlierOf('a'), await earlierOf('b'), await earlierOf('b')];
  const others = [await earlierOf('b', 'other rules'), await earlierOf(undefined, 'other rules')];
  const afterRun = [await earlierOf(undefined, 'other rules'), await earlierOf('b', 'other rules')];
  nowMs += 300_000;
  const soon = await earlierOf('b', 'other rules');
  nowMs += 300_000;
  const late = await earlierOf('b', 'other rules');

  expect(known).toEqual([undefined, 'edit 1', undefined, 'edit 3']);
  expect([...others, ...afterRun]).toEqual([undefined, undefined, undefined, undefined]);
  expect([soon, late]).toEqual(['edit 8', undefined]);
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

test.for([
  [false, true],
  [true, false],
] as const)('a snapshot is of a run at work where one was then or is now: settled %s, now %s', async ([then, now]) => {
  const shareFor = sharedSnapshots(() => nowMs);
  isSettled = then;
  await shareFor(0)(wanted('first'));
  nowMs += 60_000;
  isSettled = now;

  expect((await shareFor(nowMs)(wanted('second'))).today).toBe('second');
});

test('how old a snapshot is counts, and not what the clock shows', async () => {
  nowMs = 5_000_000;
  isSettled = false;
  const shareFor = sharedSnapshots(() => nowMs);
  await shareFor(nowMs)(wanted('first'));
  nowMs += 59_999;

  expect((await shareFor(nowMs)(wanted('second'))).today).toBe('first');
});

test('whoever asked before a snapshot was begun gets it, whatever has changed since', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  await shareFor(0)(wanted('first'));
  const version = async () => Promise.reject(new Error('the tables were read'));

  const given = [
    await shareFor(9)({ ...wanted('second'), version }),
    await shareFor(10)({ ...wanted('third'), version }),
  ];

  expect(given.map(({ today }) => today)).toEqual(['first', 'first']);
});

test('by the clock of the process where none is given', async () => {
  const shareFor = sharedSnapshots();
  const askedMs = performance.now();
  await shareFor(askedMs)(wanted('first'));
  text = 'after an edit';

  expect((await shareFor(askedMs)(wanted('second'))).today).toBe('first');
});

test('a version is read once for each who asks', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  const version = vi.fn<WantedSnapshot['version']>(async () => Promise.resolve({ text, isSettled }));
  await shareFor(0)({ ...wanted('first'), version });
  nowMs = 20;
  text = 'after an edit';
  await shareFor(nowMs)({ ...wanted('second'), version });

  expect(version).toHaveBeenCalledTimes(2);
});

test('a snapshot that fails takes the place of none that was begun after it', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  const slow = Promise.withResolvers<ReadSnapshot>();
  const early = shareFor(0)(wanted(async () => slow.promise));
  nowMs = 20;
  text = 'after an edit';
  await shareFor(nowMs)(wanted('second'));
  slow.reject(new Error('no table'));
  await expect(early).rejects.toThrow('no table');

  expect((await shareFor(30)(wanted('third'))).today).toBe('second');
});

test('one whose version cannot be read is given to nobody who asks meanwhile', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  const slow = Promise.withResolvers<never>();
  const early = shareFor(0)({ ...wanted('first'), version: async () => slow.promise });
  nowMs = 20;
  const late = shareFor(nowMs)(wanted('second'));
  slow.reject(new Error('no table'));

  await expect(early).rejects.toThrow('no table');
  expect((await late).today).toBe('second');
});

test('one of other rules that was begun meanwhile is given to nobody else', async () => {
  const shareFor = sharedSnapshots(() => nowMs);
  await shareFor(0)(wanted('first'));
  nowMs = 20;
  const slow = Promise.withResolvers<Awaited<ReturnType<WantedSnapshot['version']>>>();
  const own = shareFor(nowMs)({ ...wanted('own'), version: async () => slow.promise });
  await shareFor(nowMs)(wanted('other', 'another day'));
  slow.resolve({ text: 'after an edit', isSettled: true });

  expect((await own).today).toBe('own');
});

test('a snapshot is let go after ten minutes, though nobody asks', async () => {
  vi.useFakeTimers();
  try {
    const shareFor = sharedSnapshots(() => nowMs);
    await shareFor(0)(wanted('first'));
    vi.advanceTimersByTime(599_999);
    expect((await shareFor(20)(wanted('second'))).today).toBe('first');
    vi.advanceTimersByTime(1);

    expect((await shareFor(20)(wanted('third'))).today).toBe('third');
  } finally {
    vi.useRealTimers();
  }
});

describe('a page that takes the last figures', () => {
  const never = async () => new Promise<ReadSnapshot>(() => undefined);
  const ofNow = (read: WantedSnapshot['read'] | string) => ({ ...wanted(read), isNow: true });

  function asked() {
    const olds: OldFigures[] = [];
    const shareFor = sharedSnapshots(() => nowMs);
    const ask = async (read: WantedSnapshot['read'] | string) => shareFor(nowMs)(ofNow(read), (old) => olds.push(old));
    return { olds, shareFor, ask };
  }

  test('gets the current ones when these are there or made in a moment', async () => {
    const { olds, ask } = asked();

    const given = [await ask('first'), await ask('second')];
    text = 'after an edit';
    nowMs += 1;
    given.push(await ask('third'));

    expect(given.map(({ today }) => today)).toEqual(['first', 'first', 'third']);
    expect(olds).toEqual([]);
  });

  test('gets them while newer ones are made, with their age and the time that the last ones took', async () => {
    const { olds, shareFor, ask } = asked();
    const slow = Promise.withResolvers<ReadSnapshot>();
    const first = shareFor(nowMs)(ofNow(async () => slow.promise));
    nowMs += 9_000;
    slow.resolve({ today: 'first' } as unknown as ReadSnapshot);
    await first;
    text = 'after an edit';
    nowMs += 60_000;
    const anew = Promise.withResolvers<ReadSnapshot>();
    const making = shareFor(nowMs)(ofNow(async () => anew.promise));
    await new Promise(setImmediate);
    nowMs += 2_000;

    const meanwhile = await ask('not begun beside it');
    anew.resolve({ today: 'second' } as unknown as ReadSnapshot);
    await making;
    const then = await ask('third');

    expect([meanwhile, then].map(({ today }) => today)).toEqual(['first', 'second']);
    expect(olds).toEqual([{ ageMs: 71_000, newerInMs: 7_000, roster: undefined }]);
  });

  test('is told of no figures while the first ones are made', async () => {
    const { ask } = asked();

    await expect(ask(never)).rejects.toBeInstanceOf(FiguresPendingError);
  });

  test('gets no old figures once newer ones could not be made, and none for another moment', async () => {
    const { olds, shareFor, ask } = asked();
    await ask('first');
    text = 'after an edit';
    nowMs += 1;

    await expect(ask(async () => Promise.reject(new Error('no table')))).rejects.toThrow('no table');
    await expect(ask(never)).rejects.toBeInstanceOf(FiguresPendingError);
    const ofThen = await shareFor(nowMs)(wanted('then', 'another moment'), (old) => olds.push(old));

    expect([ofThen.today, olds]).toEqual(['then', []]);
  });
});
