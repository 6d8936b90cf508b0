import { expect, test } from 'vitest';
import { fittedTable } from '../../../../cli/frame/fitted-table.ts';
import { styleFor } from '../../../../local/terminal/style.ts';

const columns = [{ title: 'Email' }, { title: 'Used', align: 'right' }, { title: 'Note', isMinor: true }] as const;
const rows = [['ann@acme.example', '1,000', 'over the line']];
const style = styleFor({ isTerminal: true }, { NO_COLOR: '1' });

function tableAt(stdoutColumns?: number): readonly string[] {
  const io = { env: {}, stdoutIsTerminal: true, stderrIsTerminal: true, writeOut() {}, writeError() {} };
  const width = stdoutColumns === undefined ? {} : { stdoutColumns };
  return fittedTable(columns, rows, { io: { ...io, ...width, confirm: undefined, now: () => 0 }, style }).split('\n');
}

test('a table has lines where there is room, or no end of it', () => {
  expect(tableAt()[0]).toMatch(/^┌─+/);
  expect(tableAt(50)).toEqual(tableAt());
});

test('with less room it goes without lines, then without its minor columns', () => {
  expect(tableAt(40)).toEqual(['Email              Used  Note', 'ann@acme.example  1,000  over the line']);
  expect(tableAt(30)).toEqual(['Email              Used', 'ann@acme.example  1,000']);
});

test('where nothing fits, every cell stands beside its title, and none is left out', () => {
  expect(tableAt(10)).toEqual(['Email  ann@acme.example', 'Used   1,000', 'Note   over the line']);
});
