import { describe, expect, test } from 'vitest';
import { styleFor } from '../../../local/terminal/style.ts';
import { renderTable } from '../../../local/terminal/table.ts';

const columns = [{ title: 'Name' }, { title: 'Credits', align: 'right' }] as const;
const rows = [['ada', '1,000']];

describe('a table', () => {
  test('is plain columns where nobody looks at it', () => {
    const style = styleFor({ isTerminal: false }, {});

    expect(renderTable(columns, rows, style)).toBe('Name  Credits\nada     1,000');
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
    const text = renderTable(columns, [['\u001B]0;owned\u0007\u202Eada\n', '1']], styleFor({ isTerminal: false }, {}));

    expect(['\u001B', '\u0007', '\u202E'].filter((character) => text.includes(character))).toEqual([]);
    expect(text.split('\n')).toHaveLength(2);
  });
});
