import { stripVTControlCharacters } from 'node:util';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { widthOf } from '../../../shared/terminal/fit-text.ts';
import { styleFor, type Style } from '../../../shared/terminal/style.ts';
import { renderTable } from '../../../shared/terminal/table.ts';

const columns = [{ title: 'Name' }, { title: 'Credits', align: 'right' }] as const;
const rows = [['ada', '1,000']];
const pipe = styleFor({ isTerminal: false }, {});

function terminal(width?: number): Style {
  return styleFor({ isTerminal: true, columns: width }, { NO_COLOR: '1' });
}

describe('a table', () => {
  test('is plain columns where nobody looks at it', () => {
    expect(renderTable(columns, rows, pipe)).toBe('Name  Credits\nada     1,000');
  });

  test('has lines and colour on a terminal', () => {
    const text = renderTable(columns, rows, styleFor({ isTerminal: true }, {}));

    expect(text).toContain('│');
    expect(text).toContain('\u001B[1m');
  });

  test('has no colour when NO_COLOR says so', () => {
    const text = renderTable(columns, rows, styleFor({ isTerminal: true }, { NO_COLOR: '1' }));

    expect(text).not.toContain('\u001B');
  });

  test('lets no cell steer the terminal', () => {
    const text = renderTable(columns, [['\u001B]0;owned\u0007\u202Eada\n', '1']], pipe);

    expect(['\u001B', '\u0007', '\u202E'].filter((character) => text.includes(character))).toEqual([]);
    expect(text.split('\n')).toHaveLength(2);
  });

  test('colours a cell once it stands in its place, so that its codes are neither shown nor cut', () => {
    const style = styleFor({ isTerminal: true, columns: 30 }, {});
    const words = 'complete, but for some rows that failed';

    const text = renderTable([{ title: 'Status' }], [[{ text: words, paint: style.colors.green }]], style);

    expect(text).toContain('\u001B[32mcomplete, but');
    expect(stripVTControlCharacters(text)).not.toContain('[32m');
    expect(widest(text)).toBeLessThanOrEqual(30);
  });

  test('is whole where there is no terminal, however long its cells are', () => {
    const long = 'x'.repeat(2_000);

    expect(renderTable(columns, [[long, '1']], pipe)).toContain(long);
  });
});

describe('a table on a terminal', () => {
  const wideColumns = [
    { title: 'Email' },
    { title: 'Used', align: 'right' },
    { title: 'Note', isMinor: true },
  ] as const;
  const wideRows = [['ann@acme.example', '1,000', 'over the line']];
  const linesAt = (width?: number): readonly string[] =>
    renderTable(wideColumns, wideRows, terminal(width)).split('\n');

  test('has lines where there is room, or no end of it', () => {
    expect(linesAt()[0]).toMatch(/^┌─+/);
    expect(linesAt(50)).toEqual(linesAt());
  });

  test('with less room goes without lines, then without its minor columns, and says how to see them', () => {
    expect(linesAt(40)).toEqual(['Email              Used  Note', 'ann@acme.example  1,000  over the line']);
    expect(linesAt(30)).toEqual([
      'Email              Used',
      'ann@acme.example  1,000',
      'Not shown here: Note. --json',
      'shows all.',
    ]);
  });

  test('folds the words of a long cell into the room there is', () => {
    const lines = renderTable(columns, [['a note of many words in one cell', '1']], terminal(30)).split('\n');

    expect(lines).toEqual(['Name                   Credits', 'a note of many words         1', 'in one cell']);
  });

  test('has every cell beside its title where nothing else fits, and none is left out', () => {
    expect(linesAt(20)).toEqual(['Email  ann@acme.exam', '       ple', 'Used   1,000', 'Note   over the line']);
  });

  test('has no line that is wider, whatever stands in it', () => {
    const cell = fc.oneof(fc.string({ maxLength: 90 }), fc.lorem({ maxCount: 30 }), fc.constant('漢字'.repeat(30)));

    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(60, 80, 200),
        (cells, width) => {
          expect(widest(renderTable(wideColumns, cells, terminal(width)))).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

test.each([
  ['abc', 3],
  ['\u001B[31mred\u001B[0m', 3],
  ['e\u0301', 1],
  ['漢字', 4],
  ['＝', 2],
  ['👩‍👩‍👧‍👦', 2],
  ['👍🏽', 2],
  ['🇩🇪', 2],
])('%j takes %d columns of a terminal', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

function widest(text: string): number {
  return Math.max(...text.split('\n').map(widthOf));
}

test('a day and an instant alone in a cell are written as people read them, other texts as they are', () => {
  const cells = ['2026-12-01', '2026-12-01T09:30:11.000Z', '2026-12-01T09:30', 'run-2026-12-01', '2026-13-01'];

  const [, ...rows] = renderTable(
    [{ title: 'When' }],
    cells.map((cell) => [cell]),
    pipe,
  ).split('\n');

  expect(rows.map((row) => row.trimEnd())).toEqual([
    '1 Dec 2026',
    'Tue 1 Dec 2026, 09:30 UTC',
    'Tue 1 Dec 2026, 09:30 UTC',
    'run-2026-12-01',
    '2026-13-01',
  ]);
});
