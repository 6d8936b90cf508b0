import { describe, expect, test } from 'vitest';

import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import type { ReadingProgress } from '../../../../shared/readiness/ports.ts';
import type { ReadinessReport } from '../../../../shared/readiness/report.ts';
import { byBranch, readReports } from '../../../../shared/readiness/use-cases/read-reports.ts';
import { aReport, firstMs } from '../../../support/readiness.ts';

const dayMs = 86_400_000;
const today = '2026-03-20';
const at = '2026-03-20T08:00:00.000Z';
const nothing: ReadingProgress = { missing: [], withdrawn: [] };
/** A long list that comes newest first, and was read to its end yesterday. */
const long: ReadingProgress = { ...nothing, wholeOn: '2026-03-19', reports: 2_001, isNewestFirst: true };

interface Page {
  readonly reports?: readonly ReadinessReport[];
  readonly unreadable?: number;
  readonly repeated?: number;
}

async function read(pages: readonly Page[], said: Partial<Parameters<typeof readReports>[1]> = {}) {
  let count = 0;
  const source = {
    async *pages() {
      for (const page of pages) {
        count += 1;
        yield { reports: [], unreadable: 0, repeated: 0, ...page };
      }
    },
  };
  const order = {
    known: new Map(),
    progress: nothing,
    at,
    today,
    historyDays: 30,
    versionParts: 2,
    isLate: () => false,
    ...said,
  };
  return { ...(await readReports(source, order)), pages: count };
}

const lint = { lint: [1, 1] as const };

test('the list is read to its end, and how long it was and in which order it came is kept', async () => {
  const [older, newer] = [aReport(1, lint), aReport(2, lint)];

  const ascending = await read([{ reports: [older] }, { reports: [newer] }]);
  const descending = await read([{ reports: [newer, older] }]);
  const mixed = await read([{ reports: [aReport(3, lint)] }, { reports: [older] }, { reports: [newer] }]);

  expect(ascending.progress).toEqual({ wholeOn: today, reports: 2, isNewestFirst: false, missing: [], withdrawn: [] });
  expect(descending.progress.isNewestFirst).toBe(true);
  expect(mixed.progress.isNewestFirst).toBe(false);
  expect(ascending.records).toMatchObject([{ lines: [{ newest: { reportId: 'r-002' } }] }]);
});

test('what could not be read, came twice or is of the future is counted over all pages', async () => {
  const tomorrow = aReport(0, lint, { createdAtMs: Date.parse(at) + dayMs });
  const ahead = { ...tomorrow, reportId: 'ahead', createdAtMs: tomorrow.createdAtMs + 1 };

  const { problems, records } = await read([
    { reports: [ahead], unreadable: 2, repeated: 3 },
    { reports: [{ ...ahead, reportId: 'ahead-2' }, tomorrow], unreadable: 2, repeated: 4 },
  ]);

  expect(problems).toEqual([
    expect.stringMatching(/^7 reports/u),
    expect.stringMatching(/^4 reports/u),
    expect.stringMatching(/^2 reports/u),
  ]);
  expect(records).toMatchObject([{ lines: [{ newest: { reportId: 'r-000' } }] }]);
  expect((await read([])).problems).toEqual([]);
});

test('reports of before the history are left out', async () => {
  const edge = Date.parse('2026-02-18T00:00:00.000Z');

  expect((await read([{ reports: [aReport(0, lint, { createdAtMs: edge })] }])).records).toHaveLength(1);
  expect((await read([{ reports: [aReport(0, lint, { createdAtMs: edge - 1 })] }])).records).toEqual([]);
});

test('a run that reaches its deadline while it reads takes nothing of it', async () => {
  await expect(read([{}], { isLate: () => true })).rejects.toBeInstanceOf(PlatformUnavailableError);
});

describe('a known report that the list does not bring', () => {
  async function known(createdAtMs = firstMs + dayMs) {
    const { records } = await read([{ reports: [aReport(1, lint, { createdAtMs })] }]);
    return byBranch(records);
  }

  test('is missing after one reading, and withdrawn after two', async () => {
    const order = { known: await known() };
    const first = await read([], order);
    const second = await read([], { ...order, progress: first.progress });
    const third = await read([], { ...order, progress: second.progress });

    expect(first).toMatchObject({
      problems: [expect.stringMatching(/^1 report/u)],
      progress: { missing: ['r-001'], withdrawn: [] },
    });
    expect(second).toMatchObject({ problems: [], progress: { missing: [], withdrawn: ['r-001'] } });
    expect(third).toMatchObject({ problems: [], progress: { missing: [], withdrawn: ['r-001'] } });
  });

  test('is not missing where it is older than the history', async () => {
    const edge = Date.parse('2026-02-18T00:00:00.000Z');
    const old = await known(edge);
    const asOf = (day: string) => read([], { known: old, today: day });

    expect((await asOf(today)).progress.missing).toEqual(['r-001']);
    expect((await asOf('2026-03-21')).progress.missing).toEqual([]);
  });

  test('is not missing of a list that was not read to its end', async () => {
    const { problems, progress } = await read([], { known: await known(), progress: long });

    expect({ problems, progress }).toEqual({ problems: [], progress: long });
  });
});

describe('a long list that comes newest first is read until three pages bring nothing new', () => {
  const stale = Array.from({ length: 8 }, () => ({}));
  const pagesRead = async (progress: Partial<ReadingProgress>) =>
    (await read(stale, { progress: { ...long, ...progress } })).pages;

  test('in a row', async () => {
    const fresh = { reports: [aReport(5, lint)] };

    expect((await read(stale, { progress: long })).pages).toBe(3);
    expect((await read([{}, {}, fresh, ...stale], { progress: long })).pages).toBe(6);
  });

  test.for<{ readonly what: string; readonly progress: Partial<ReadingProgress> }>([
    { what: 'it is not long', progress: { reports: 2_000 } },
    { what: 'it does not come newest first', progress: { isNewestFirst: false } },
    { what: 'that was a week ago', progress: { wholeOn: '2026-03-13' } },
    { what: 'the clock went back since', progress: { wholeOn: '2026-03-21' } },
  ])('but for once where $what', async ({ progress }) => {
    expect(await pagesRead(progress)).toBe(8);
  });

  test('unless its order is not known, or it was never read to its end', async () => {
    const { isNewestFirst: _order, ...unordered } = long;
    const { wholeOn: _day, ...unread } = long;

    expect((await read(stale, { progress: unordered })).pages).toBe(8);
    expect((await read(stale, { progress: unread })).pages).toBe(8);
  });

  test('and on the day itself and six days later not to its end', async () => {
    expect([await pagesRead({ wholeOn: today }), await pagesRead({ wholeOn: '2026-03-14' })]).toEqual([3, 3]);
  });
});
