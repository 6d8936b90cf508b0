import { describe, expect, test } from 'vitest';

import { billOfJobs, costDocument, sizes } from '../../infra/cost/cost-document.ts';
import { totalDollars } from '../../infra/cost/monthly-cost.ts';
import { costJson, costOptions, printedCost } from '../../infra/cost/print-cost.ts';
import { workOf } from '../../infra/cost/work-of-jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { widthOf } from '../../shared/terminal/fit-text.ts';
import { styleFor } from '../../shared/terminal/style.ts';

const daily: JobDeclaration = {
  name: 'daily',
  purpose: 'Does something every day',
  file: 'daily',
  schedules: [{ name: 'daily', minute: '0', hour: '6' }],
  limits: { timeSeconds: 100, memoryMb: 512 },
  tables: [],
  journal: [],
  emits: [],
};
const often: JobDeclaration = { ...daily, schedules: [{ name: 'often', minute: '*/5', hour: '*' }] };

const bill = billOfJobs();
const { few, all } = bill;

function quantity(what: string, users: number, lines = few): number {
  return lines.find((line) => line.what.startsWith(what))?.quantity(users) ?? NaN;
}

test('docs/cost.md is what the job list, the stacks and the assumptions come to', async () => {
  await expect(costDocument(bill)).toMatchFileSnapshot('../../docs/cost.md');
});

test.each([
  [100, 5],
  [1_000, 8],
  [100_000, 60],
])('%i users cost less than $%i a month', (users, most) => {
  expect(totalDollars(few, users)).toBeLessThan(most);
});

test('a job costs each of its runs, and one a day that has much to do', () => {
  expect(workOf([daily])).toMatchObject({ runs: 31, gbSeconds: 0 });
  expect(workOf([daily]).longGbSeconds(100)).toBeCloseTo(31 * 0.5 * 30);
  expect(workOf([daily, often]).runs).toBeCloseTo(31 * (1 + 288));
  expect(workOf([often]).gbSeconds).toBeCloseTo(31 * 0.5 * 287);
});

test('what every job has of its own is paid for by who asks for it', () => {
  expect(quantity('Alarms', 100, all)).toBeGreaterThan(80);
  expect(quantity('Alarms', 100)).toBeLessThan(20);
  // Metrics that have a value every hour are paid for by the month, those of bad hours by the hour.
  expect(quantity('Metrics', 100, all)).toBeGreaterThan(60);
  expect(quantity('Metrics', 100)).toBeLessThan(0.5);
  expect([quantity('Dashboard', 100), quantity('Dashboard', 100, all)]).toEqual([NaN, 1]);
});

test('the console costs by the number of its readers, where it is configured', () => {
  const ofConsole = ({ what }: { readonly what: string }) => what.startsWith('Console');

  expect(few.filter(ofConsole)).toEqual([]);
  expect(totalDollars(all.filter(ofConsole), 1_000)).toBeGreaterThan(0.1);
  expect(totalDollars(all.filter(ofConsole), 1_000)).toBeLessThan(1);
});

test('no line costs less for more users, and each says how to pay less', () => {
  for (const line of few) {
    expect(line.quantity(10_000)).toBeGreaterThanOrEqual(line.quantity(100));
    expect(line.quantity(100)).toBeGreaterThan(0);
    expect(line.less).not.toBe('');
  }
  expect.hasAssertions();
});

describe('npm run cost', () => {
  test.each([60, 80, 120, 200])('fits a terminal of %i columns', (columns) => {
    const style = styleFor({ isTerminal: true, columns }, { NO_COLOR: '1' });

    const printed = printedCost(bill, { isJson: false, users: 1_000, metrics: 'few' }, style);

    expect(Math.max(...printed.split('\n').map(widthOf))).toBeLessThanOrEqual(columns);
    expect(printed).toContain('a month');
  });

  test('gives programs every line, its count and its price', () => {
    const document = costJson(bill, { isJson: true, users: 2_500, metrics: 'few' });

    const columns = [...sizes, 2_500].toSorted((a, b) => a - b).map(String);
    expect(document).toMatchObject({
      currency: 'USD',
      lines: few.map(({ what, price }) => ({ what, priceEach: price })),
      total: Object.fromEntries(columns.map((users) => [users, totalDollars(few, Number(users))])),
    });
  });

  test.each([
    [['--users', 'many'], '--users is “many”'],
    [['--users', '0'], '--users is “0”'],
    [['--metrics', 'some'], '--metrics is “some”'],
    [['--yaml'], '--yaml'],
  ])('%j is refused with what is wrong', (args, message) => {
    expect(() => costOptions(args)).toThrow(message);
  });
});
