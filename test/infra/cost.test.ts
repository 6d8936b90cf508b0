import { expect, test } from 'vitest';

import { costDocument } from '../../infra/cost/cost-document.ts';
import { costLines } from '../../infra/cost/monthly-cost.ts';
import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';

const daily: JobDeclaration = {
  name: 'daily',
  purpose: 'Does something every day',
  folder: 'daily',
  schedules: [{ name: 'daily', minute: '0', hour: '6' }],
  limits: { timeSeconds: 100, memoryMb: 512 },
  tables: [],
  journal: [],
  emits: [],
};

function quantity(what: string, jobs: readonly JobDeclaration[], users: number): number | undefined {
  return costLines(jobs)
    .find((line) => line.what.startsWith(what))
    ?.quantity(users);
}

test('docs/cost.md is what the job list, the stacks and the assumptions come to', async () => {
  await expect(costDocument()).toMatchFileSnapshot('../../docs/cost.md');
});

test('a job that runs once a day may take all of its time on every day of the month', () => {
  expect(quantity('Functions, time', [daily], 100)).toBeCloseTo(31 * 0.5 * 100);
  expect(quantity('Functions, calls', [daily], 100)).toBeCloseTo(31);
});

test('one more job costs its runs, its metrics and its logs', () => {
  const often = { ...daily, name: 'often', schedules: [{ name: 'often', minute: '*/5', hour: '*' }] };

  expect(quantity('Functions, calls', [daily, often], 100)).toBeCloseTo(31 * (1 + 288));
  expect(quantity('Metrics', [daily, often], 100)).toBe(2 * (quantity('Metrics', [daily], 100) ?? 0));
});

test('no line costs less for more users', () => {
  for (const line of costLines()) {
    expect(line.quantity(10_000)).toBeGreaterThanOrEqual(line.quantity(100));
    expect(line.quantity(100)).toBeGreaterThan(0);
  }
  expect.hasAssertions();
});
