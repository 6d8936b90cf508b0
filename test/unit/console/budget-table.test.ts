import { expect, test } from 'vitest';

import type { BudgetRow } from '../../../console/pages/budgets/budget-row.ts';
import { budgetTable, changedByPercent } from '../../../console/pages/budgets/budget-table.ts';
import { ownBudgets } from '../../../console/pages/people/own-budgets.ts';
import { readTable } from '../../../console/parts/importing/table-text.ts';

const web = {
  scope: 'team:web',
  window: 'month',
  amount: 1_000_000,
  mode: 'alert',
  thresholds: [50, 80],
  owners: ['a@acme.example', 'b@acme.example'],
  forecastAlert: false,
  note: '=cmd|"/c calc"!A1',
} as unknown as BudgetRow;

test('a table is read with tabs, commas or semicolons, and with cells in quotes', () => {
  expect(readTable('a\tb\r\n"1,0""00"\t"x\ny"\r\n\r\n')).toEqual([
    ['a', 'b'],
    ['1,0"00', 'x\ny'],
  ]);
  expect(readTable('a;b\n1;2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('what is copied and pasted back is the same budget, and no spreadsheet calculates with it', () => {
  const copied = budgetTable.write([web], '\t');

  expect(copied).toContain("'=cmd");
  const [, cells = []] = readTable(copied);
  const [, again = []] = readTable(budgetTable.readPasted(copied, []).csv);
  expect(again).toEqual(cells);
});

test('what is not pasted of a budget stays as it is', () => {
  const { csv, problem } = budgetTable.readPasted('Window\tScope\tAmount\nmonth\tteam:web\t2M', [web]);

  const [, cells = [], ...more] = readTable(csv);
  expect([more.length, problem]).toEqual([0, undefined]);
  expect(cells.slice(0, 5)).toEqual(['team:web', 'month', '2M', 'alert', '50;80']);
});

test('rows without a header are scope, window and amount; an unknown column is named', () => {
  expect(readTable(budgetTable.readPasted('team:api\tmonth\t5k', []).csv)[1]?.slice(0, 3)).toEqual([
    'team:api',
    'month',
    '5k',
  ]);
  expect(budgetTable.readPasted('scope\twindow\tbudget\norg\tmonth\t1', []).problem).toContain('“budget”');
});

test('amounts change by percent in whole credits and never under 0; unlimited ones are left out', () => {
  const amounts = (percent: number, rows: readonly BudgetRow[]) =>
    readTable(changedByPercent(rows, percent))
      .slice(1)
      .map((cells) => cells[2]);

  expect(amounts(-15, [{ ...web, amount: 333 }])).toEqual(['283']);
  expect(amounts(-100, [web, { ...web, amount: 'unlimited' }])).toEqual(['0']);
});

test('own budgets of marked people are rows with nothing but their amount, so that other fields stay', () => {
  expect(ownBudgets(['ann@acme.example', 'bob@acme.example'], 'month', '250,000')).toBe(
    'scope,window,amount\r\nuser:ann@acme.example,month,"250,000"\r\nuser:bob@acme.example,month,"250,000"\r\n',
  );
});
