import { beforeEach, describe, expect, test } from 'vitest';

import { latestVersion, type RevisionEntry, revisionText } from '../../../../shared/controls/history/revision-entry.ts';
import type { JsonObject } from '../../../../shared/controls/json.ts';
import type { HistoryPage } from '../../../../shared/controls/ports.ts';
import type { Revision } from '../../../../shared/controls/revision.ts';
import { memoryRevisionStore } from '../../../../shared/controls/store/memory-controls-stores.ts';
import { collectHistory, type CollectOrder } from '../../../../shared/controls/use-cases/collect-history.ts';
import { storeContent } from '../../../../shared/controls/use-cases/stored-revisions.ts';
import { sha256 } from '../../../../shared/kernel/sha256.ts';
import { aRevision } from '../../../support/controls-samples.ts';

const nowMs = Date.parse('2026-03-02T08:00:00Z');
const order: CollectOrder = {
  series: 1,
  handled: undefined,
  at: '2026-03-02T08:00:00.000Z',
  isWhole: true,
  newestAt: undefined,
  missingReported: [],
  stopAtMs: nowMs + 60_000,
};

let revisions = memoryRevisionStore();
let pagesRead = 0;

beforeEach(() => {
  revisions = memoryRevisionStore();
  pagesRead = 0;
});

type Rows = readonly (number | Revision | HistoryPage['unreadable'][number])[];

function pageOf(rows: Rows): HistoryPage {
  const whole = rows.map((row) => (typeof row === 'number' ? aRevision(row) : row));
  return {
    revisions: whole.filter((row) => 'settings' in row),
    unreadable: whole.filter((row) => 'problem' in row),
  };
}

/** Reads pages that are the same each time, unless a reading has its own. */
async function collect(said: Partial<CollectOrder>, ...readings: readonly (readonly Rows[])[]) {
  let reading = 0;
  const history = {
    async *pages() {
      const pages = readings[Math.min(reading, readings.length - 1)] ?? [];
      reading += 1;
      for (const rows of pages) {
        pagesRead += 1;
        yield pageOf(rows);
      }
    },
  };
  const collected = await collectHistory({ clock: { now: () => nowMs }, history, revisions }, { ...order, ...said });
  return { ...collected, numbers: [...collected.served.numbers], readings: reading };
}

function digestOf(revision: Revision): string {
  return sha256(revisionText(revision));
}

const throughFour = { from: 1, through: 4, missing: [] };

describe('a reading', () => {
  test('stores every row of every page, and knows the newest', async () => {
    const collected = await collect({}, [
      [4, 3],
      [2, 1],
    ]);

    expect(collected).toMatchObject({ served: { isWhole: true }, isCutOff: false, isRestarted: false, rewritten: [] });
    expect(collected.numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect(collected.newest).toStrictEqual({ series: 1, revision: 4, digest: digestOf(aRevision(4)) });
    expect((await revisions.list(1, 0, 10)).map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    expect(collected).not.toHaveProperty('problem');
  });

  test('ends where it falls to what is known, unless all is to be read', async () => {
    const pages = [
      [6, 5, 4, 3],
      [2, 1],
    ];

    const short = await collect({ handled: throughFour, isWhole: false }, pages);
    const readOfShort = pagesRead;
    const whole = await collect({ handled: throughFour, isWhole: true }, pages);

    expect([short.served.isWhole, whole.served.isWhole]).toEqual([false, true]);
    expect(short.newest?.revision).toBe(6);
    expect(readOfShort).toBe(1);
  });

  test('that is out of time has what is known by then, or nothing', async () => {
    const pages = [
      [6, 5, 4, 3],
      [2, 1],
    ];

    const met = await collect({ handled: throughFour, stopAtMs: nowMs }, pages);
    const cut = await collect({ handled: throughFour, stopAtMs: nowMs }, [
      [6, 5],
      [4, 3, 2, 1],
    ]);

    expect(met).toMatchObject({ isCutOff: false, served: { isWhole: false } });
    expect(met).not.toHaveProperty('problem');
    expect(cut).toMatchObject({ isCutOff: true, problem: expect.any(String) });
  });

  test('goes on past what is known where a row on the way cannot be read: it may be the newest', async () => {
    const pages = [
      [6, 5, { problem: 'rows[2]: odd' }, 4, 3],
      [2, 1],
    ];

    expect((await collect({ handled: throughFour, isWhole: false }, pages)).served.isWhole).toBe(true);
  });

  test('of a history without revisions knows of no newest', async () => {
    const collected = await collect({}, [[]]);

    expect(collected).toMatchObject({ numbers: [], isRestarted: false, isCutOff: false });
    expect(collected).not.toHaveProperty('newest');
  });

  test('takes numbers that no history counts to for rows that cannot be read', async () => {
    const collected = await collect({}, [[aRevision(-1), aRevision(1e12), 0, 1, 1e12 - 1]]);

    expect(collected.numbers).toEqual([0, 1, 1e12 - 1]);
    expect([...collected.served.unreadable.keys()]).toEqual([undefined]);
  });

  test('stores a number that stands there twice with both contents, the later as the newest', async () => {
    const [first, second] = [aRevision(1), aRevision(1, { settings: { level: 9 } })];

    const collected = await collect({}, [[first, second]]);

    expect(collected.rewritten.map(({ versions }) => versions.map(({ digest }) => digest))).toEqual([
      [digestOf(first), digestOf(second)],
    ]);
    expect(collected.newest?.digest).toBe(digestOf(second));
  });
});

describe('which content is the newest', () => {
  test('is told by the content that was stored first, where only more of it is hidden now', async () => {
    const older = aRevision(1, { settings: { command: 'run [secret:aaa] --token pQ9' } });
    const newer = aRevision(1, { settings: { command: 'run [secret:bbb]' }, redaction: 2 });
    await collect({}, [[older]]);

    const collected = await collect({}, [[newer]]);

    expect(collected.newest?.digest).toBe(digestOf(older));
    expect(collected.rewritten).toEqual([]);
  });

  test('is known of a reading that is not whole, unless what is known goes further', async () => {
    const late = { stopAtMs: nowMs };
    const pages = [
      [4, 3],
      [2, 1],
    ];
    const through = (last: number) => ({ ...late, handled: { from: 1, through: last, missing: [] } });

    const found = [await collect(late, pages), await collect(through(4), pages), await collect(through(5), pages)];

    expect(found.map(({ isCutOff, newest }) => [isCutOff, newest?.revision])).toEqual([
      [true, 4],
      [false, 4],
      [true, undefined],
    ]);
  });
});

test('a hundred rewritten revisions are reported by one run', async () => {
  const rows = Array.from({ length: 101 }, (_, index) => [
    aRevision(index + 1),
    aRevision(index + 1, { settings: { level: -1 } }),
  ]);

  expect((await collect({}, [rows.flat()])).rewritten).toHaveLength(100);
});

describe('a history that moves while it is read', () => {
  test('is read again until it stands still', async () => {
    const collected = await collect({}, [[2], [1]], [[3, 2], [1]], [[3, 2], [1]], [[3, 2], [1]]);

    expect(collected.numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    // The first page is read again after each reading.
    expect(collected.readings).toBe(4);
    expect(collected).not.toHaveProperty('problem');
  });

  test('is left to the next run after three readings', async () => {
    const growing = Array.from({ length: 9 }, (_, index) => [[index + 2, index + 1], [1]]);

    const collected = await collect({}, ...growing);

    expect(collected.readings).toBe(6);
    expect(collected).toMatchObject({ isCutOff: false, problem: expect.any(String) });
  });

  test('is not looked for where it has one page, or rises', async () => {
    expect((await collect({}, [[2, 1]])).readings).toBe(1);
    expect(
      (
        await collect({}, [
          [1, 2],
          [3, 4],
        ])
      ).readings,
    ).toBe(1);
    expect((await collect({}, [[2, 1], []])).readings).toBe(2);
  });
});

test('a row that was read once is not called unreadable by a later reading', async () => {
  const odd = { revision: 1, problem: 'odd' };

  const collected = await collect({}, [[2], [1]], [[3, 2], [odd]], [[3, 2], [odd]]);

  expect(collected.numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(collected.served.unreadable.size).toBe(0);
});

test('a history that is gone when its first page is read again has not moved', async () => {
  expect((await collect({}, [[2], [1]], [])).readings).toBe(2);
});

describe('a hole that nobody was told of', () => {
  test('is read for once more, and then believed', async () => {
    const collected = await collect({ handled: throughFour }, [
      [5, 4],
      [2, 1],
    ]);

    expect(collected.numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5]);
    expect(collected).not.toHaveProperty('problem');
    expect(collected.readings).toBeGreaterThan(2);
  });

  test('is gone when another reading has it', async () => {
    const collected = await collect({}, [[3, { revision: 2, problem: 'rows[1]: odd' }, 1]], [[3, 2, 1]]);

    expect(collected.served.unreadable.size).toBe(0);
    expect(collected.newest?.revision).toBe(3);
  });

  test('is no reason to read again once it was reported', async () => {
    const missingReported = [{ from: 3, through: 3 }];

    expect((await collect({ handled: throughFour, missingReported }, [[4, 2, 1]])).readings).toBe(1);
    expect((await collect({ handled: throughFour }, [[4, 2, 1]])).readings).toBe(2);
  });

  test('is a row with a number that cannot be read, until it was reported', async () => {
    const rows = [3, { revision: 2, problem: 'rows[1]: odd' }, 1];

    expect((await collect({}, [rows])).readings).toBe(2);
    expect((await collect({ missingReported: [{ from: 2, through: 2 }] }, [rows])).readings).toBe(1);
  });

  test('is a row without a number too, which each reading reports again', async () => {
    const missingReported = [{ from: -1, through: -1 }];
    const odd = { problem: 'rows[3]: odd' };

    expect((await collect({ missingReported }, [[2, 1, odd]])).readings).toBe(1);
    const again = await collect({}, [[2, 1, odd]], [[2, 1]]);
    expect([again.readings, again.served.unreadable.size]).toEqual([2, 0]);
  });
});

describe('rows that cannot be read', () => {
  test('are told without the place where they stood', async () => {
    const collected = await collect({}, [[{ revision: 2, problem: 'rows[12].settings[3]: odd' }, 1]]);

    expect([...collected.served.unreadable]).toEqual([[2, 'rows[].settings[]: odd']]);
  });

  test('leave it open which revision is the newest, where they may be it', async () => {
    const above = await collect({}, [[{ revision: 3, problem: 'odd' }, 2, 1]]);
    const below = await collect({}, [[3, { revision: 2, problem: 'odd' }, 1]]);
    const unnumbered = await collect({}, [[3, 2, { problem: 'odd' }]]);

    expect([above.newest, below.newest?.revision, unnumbered.newest]).toEqual([undefined, 3, undefined]);
  });

  test('are counted to a hundred', async () => {
    const rows = Array.from({ length: 101 }, (_, index) => ({ revision: index + 2, problem: 'odd' }));

    expect((await collect({}, [[1, ...rows]])).served.unreadable.size).toBe(100);
  });
});

describe('a numbering that begins again', () => {
  const newestAt = '2026-03-01T08:04:00.000Z';

  async function after(served: readonly Revision[], said: Partial<CollectOrder> = {}) {
    await collect({}, [[1, 2, 3, 4]]);
    const { isRestarted } = await collect({ handled: throughFour, newestAt, ...said }, [served]);
    return isRestarted;
  }

  function anew(revision: number, updatedAt = '2026-03-02T07:00:00.000Z'): Revision {
    return aRevision(revision, { settings: { anew: revision }, updatedAt });
  }

  test('is shorter, and each of its revisions another and younger one', async () => {
    expect(await after([anew(1), anew(2)])).toBe(true);
    expect(await after([anew(0), anew(1)])).toBe(true);
  });

  test.for([
    ['it is as long as before', [anew(1), anew(2), anew(3), anew(4)], {}],
    ['one of its revisions is the same', [anew(1), aRevision(2)], {}],
    ['one of them is older than the newest known', [anew(1, '2026-03-01T08:03:00.000Z'), anew(2)], {}],
    ['the last that is served is older', [anew(2), anew(1, '2026-03-01T08:03:00.000Z')], {}],
    ['nobody knows when the newest was made', [anew(1), anew(2)], { newestAt: undefined }],
    ['nothing is handled yet', [anew(1), anew(2)], { handled: undefined }],
    ['nothing that was handled is served', [anew(0)], {}],
  ] as const)('is none where %s', async ([, served, said]) => {
    expect(await after(served, said)).toBe(false);
  });

  test('is none where one of its revisions is the same, though all are as old', async () => {
    const same = (revision: number) => aRevision(revision, { updatedAt: newestAt });
    await collect({}, [[same(1), same(2), same(3), same(4)]]);

    const { isRestarted } = await collect({ handled: throughFour, newestAt }, [[anew(1, newestAt), same(2)]]);

    expect(isRestarted).toBe(false);
  });

  test('may begin at the very instant of the newest known', async () => {
    expect(await after([anew(1, newestAt)])).toBe(true);
  });
});

const at = '2026-03-02T08:00:00.000Z';
let store = memoryRevisionStore();

beforeEach(() => {
  store = memoryRevisionStore();
});

async function serve(revision: Revision, entry?: RevisionEntry, seenAt = at): Promise<RevisionEntry> {
  return storeContent(store, { revision, digest: sha256(revisionText(revision)), entry, series: 1, at: seenAt });
}

function withSettings(settings: JsonObject, over: Partial<Revision> = {}): Revision {
  return aRevision(1, { settings, ...over });
}

test('the first content of a revision is stored with when it was seen, who made it and when', async () => {
  const revision = aRevision(7);

  const entry = await serve(revision);

  const { actor, updatedAt } = revision;
  const version = { digest: sha256(revisionText(revision)), seenAt: at, actor, updatedAt };
  expect(entry).toStrictEqual({ series: 1, revision: 7, versions: [version] });
  expect(await store.find(1, [7])).toEqual([entry]);
  expect(await store.read(entry, version.digest)).toEqual(revision);
});

test('a content that is known is not stored again, whichever of them it is', async () => {
  const [first, second] = [withSettings({ level: 1 }), withSettings({ level: 2 })];
  const both = await serve(second, await serve(first));
  const put = async () => expect.unreachable('nothing is stored');
  store = { ...store, put };

  expect([await serve(first, both, 'later'), await serve(second, both, 'later')]).toEqual([both, both]);
});

test('of more contents than are kept the newest takes the place of the last', async () => {
  let entry: RevisionEntry | undefined;
  for (let level = 1; level <= 22; level += 1) {
    entry = await serve(withSettings({ level }), entry);
  }

  const digestAt = (level: number) => sha256(revisionText(withSettings({ level })));
  const kept = entry?.versions.map(({ digest }) => digest);
  expect(kept).toEqual([...Array.from({ length: 19 }, (_, index) => digestAt(index + 1)), digestAt(22)]);
});

test('of a long name the entry holds the beginning, and the content all', async () => {
  const name = 'x'.repeat(400);
  const entry = await serve(aRevision(1, { actor: { id: 'u-1', name } }));

  const { actor, digest } = latestVersion(entry);
  expect(actor).toStrictEqual({ id: 'u-1', name: 'x'.repeat(320) });
  expect((await store.read(entry, digest))?.actor.name).toBe(name);
});

describe('a content of which more is hidden than before', () => {
  const older = withSettings({ command: 'run [secret:aaa] --token pQ9' });
  const newer = withSettings({ command: 'run [secret:bbb]' }, { redaction: 2 });

  async function sameAs(before: readonly Revision[], served: Revision) {
    let entry: RevisionEntry | undefined;
    for (const revision of before) {
      entry = await serve(revision, entry);
    }
    return (await serve(served, entry)).versions.at(-1)?.sameAs;
  }

  const digestOf = (revision: Revision) => sha256(revisionText(revision));

  test('is the same as the one before it', async () => {
    expect(await sameAs([older], newer)).toBe(digestOf(older));
  });

  test('is the same as the first of which it is the same, however often more is hidden', async () => {
    const third = withSettings({ command: '[secret:ccc]' }, { redaction: 3 });

    expect(await sameAs([older, newer], third)).toBe(digestOf(older));
  });

  test('may be the same as an earlier one', async () => {
    const between = withSettings({ command: 'walk' });

    expect(await sameAs([older, between], newer)).toBe(digestOf(older));
  });

  test.for([
    ['other settings are shown', [older], withSettings({ command: 'walk [secret:bbb]' }, { redaction: 2 })],
    ['it was hidden by the same rules', [older], { ...newer, redaction: 1 }],
    ['it was hidden by earlier rules', [{ ...older, redaction: 3 }], newer],
    ['nothing was served before', [], newer],
  ] as const)('is another one where %s', async ([, before, served]) => {
    expect(await sameAs(before, served)).toBeUndefined();
  });

  test('is not compared with what is not stored', async () => {
    const entry = await serve(older);
    store = { ...store, read: async () => undefined };

    expect((await serve(newer, entry)).versions.at(-1)).not.toHaveProperty('sameAs');
  });
});
