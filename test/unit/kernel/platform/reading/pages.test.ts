import { describe, expect, test } from 'vitest';

import type { Endpoint } from '../../../../../shared/kernel/platform/http/endpoint.ts';
import { DEFAULT_LIMITS } from '../../../../../shared/kernel/platform/http/limits.ts';
import { type FetchedPage, pages, type PageSource } from '../../../../../shared/kernel/platform/reading/pages.ts';
import { allPages, rejectionOf } from '../scripted-platform.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/things', idempotent: true };

function page(rows: readonly string[], nextCursor?: string): FetchedPage<string> {
  return { rowSet: { rows, quarantined: [], unknownFields: new Map() }, nextCursor };
}

function source(
  fetchPage: (cursor: string | undefined) => FetchedPage<string>,
  limits: Partial<PageSource<string>['limits']> = {},
): PageSource<string> {
  return {
    endpoint,
    limits: { ...DEFAULT_LIMITS, ...limits },
    cursor: undefined,
    keyOf: (row) => row,
    fetchPage: async (cursor) => fetchPage(cursor),
  };
}

describe('pages', () => {
  test('follow the cursors to the last page', async () => {
    const served = new Map([
      [undefined, page(['a', 'b'], 'b')],
      ['b', page(['c'])],
    ]);

    const read = await allPages(pages(source((cursor) => served.get(cursor) ?? page([]))));

    expect(read.map(({ number, rows, nextCursor }) => [number, rows, nextCursor])).toEqual([
      [1, ['a', 'b'], 'b'],
      [2, ['c'], undefined],
    ]);
  });

  test('begin where they are told to', async () => {
    const asked: (string | undefined)[] = [];
    const from = { ...source((cursor) => (asked.push(cursor), page([]))), cursor: 'b' };

    await allPages(pages(from));

    expect(asked).toEqual(['b']);
  });

  test('are fetched only when they are asked for', async () => {
    let fetched = 0;
    const iterator = pages(source(() => page([`row ${(fetched += 1)}`], `cursor ${fetched}`)));

    await iterator.next();
    await iterator.return();

    expect(fetched).toBe(1);
  });

  test('of more rows than were asked for are taken whole', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `row ${index}`);

    const read = await allPages(pages(source(() => page(many))));

    expect(read.flatMap(({ rows }) => rows)).toEqual(many);
  });

  test('go on after an empty page in the middle', async () => {
    const served = new Map([
      [undefined, page(['a'], '1')],
      ['1', page([], '2')],
      ['2', page(['b'])],
    ]);

    const read = await allPages(pages(source((cursor) => served.get(cursor) ?? page([]))));

    expect(read.flatMap(({ rows }) => rows)).toEqual(['a', 'b']);
  });

  test('report rows that come again, on the same page or a later one', async () => {
    const served = new Map([
      [undefined, page(['a', 'b', 'b'], '1')],
      ['1', page(['a', 'c'])],
    ]);

    const read = await allPages(pages(source((cursor) => served.get(cursor) ?? page([]))));

    expect(read.map(({ repeated }) => repeated)).toEqual([['b'], ['a']]);
    expect(read.flatMap(({ rows }) => rows)).toEqual(['a', 'b', 'b', 'a', 'c']);
  });

  test('end with an error when a cursor comes again', async () => {
    let fetched = 0;
    const loop = source(() => page([`row ${(fetched += 1)}`], fetched % 2 === 0 ? 'even' : 'odd'));

    const error = await rejectionOf(allPages(pages(loop)));

    expect(error).toMatchObject({ kind: 'paging', endpoint: 'GET /api/v0/things', outcomeUnknown: false });
    expect(fetched).toBe(3);
  });

  test('end with an error when a page names the cursor that it was asked for', async () => {
    const error = await rejectionOf(allPages(pages({ ...source(() => page(['a'], 'b')), cursor: 'b' })));

    expect(error).toMatchObject({ kind: 'paging' });
  });

  test('end with an error when too many in a row bring nothing new', async () => {
    let fetched = 0;
    const stale = source(() => page(fetched === 0 ? ['a'] : [], `cursor ${(fetched += 1)}`), { stalePagesMax: 5 });

    const error = await rejectionOf(allPages(pages(stale)));

    expect(error).toMatchObject({ kind: 'paging' });
    expect(fetched).toBe(6);
  });

  test('go on when pages that bring nothing new are not in a row', async () => {
    let fetched = 0;
    const gappy = source(
      () => {
        fetched += 1;
        return page(fetched % 2 === 0 ? [] : [`row ${fetched}`], fetched === 9 ? undefined : `cursor ${fetched}`);
      },
      { stalePagesMax: 2 },
    );

    const read = await allPages(pages(gappy));

    expect(read).toHaveLength(9);
  });

  test('end with an error when the list never ends', async () => {
    let fetched = 0;
    const endless = source(() => page([`row ${(fetched += 1)}`], `cursor ${fetched}`), { pagesMax: 7 });

    const error = await rejectionOf(allPages(pages(endless)));

    expect(error).toMatchObject({ kind: 'paging' });
    expect(fetched).toBe(7);
  });
});
