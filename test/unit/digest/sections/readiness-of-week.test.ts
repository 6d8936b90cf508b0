import { expect, test } from 'vitest';

import { readinessSection } from '../../../../shared/digest/describe-digest.ts';
import type { BranchRecord, CriterionRecord } from '../../../../shared/readiness/branch-record.ts';

const weeks = {
  week: { from: '2026-03-09', through: '2026-03-15' },
  before: { from: '2026-03-02', through: '2026-03-08' },
};
const judge = { model: 'm', agentVersion: '1' };

function share(day: string, passing: number) {
  return { reportId: day, at: `${day}T10:00:00.000Z`, passing, evaluated: 10 };
}

function record(repository: string, weekly: Readonly<Record<string, number>>, fellOn?: string): BranchRecord {
  const newest = { reportId: 'r', at: '2026-03-14T10:00:00.000Z', state: 'clean', judge } as const;
  const evaluation = (numerator: number, day: string) => ({ numerator, denominator: 1, at: `${day}T10:00:00.000Z` });
  const fall = {
    kind: 'regression',
    before: evaluation(1, '2026-03-01'),
    after: { ...evaluation(0, fellOn ?? ''), rationale: 'tests are gone' },
  } as const;
  const lint = { ...evaluation(0, '2026-03-14'), report: newest, apps: ['.'], ...(fellOn !== undefined && { fall }) };
  return {
    repository,
    branch: 'main',
    lines: [
      {
        apps: ['.'],
        newest,
        criteria: { lint: lint as unknown as CriterionRecord },
        weeks: Object.fromEntries(Object.entries(weekly).map(([day, passing]) => [day, share(day, passing)])),
      },
    ],
  } as BranchRecord;
}

function notesOf(records: readonly BranchRecord[]) {
  return readinessSection(records, weeks).flatMap((section) => (section.kind === 'notes' ? section.notes : []));
}

test('how many criteria pass stands beside the week before, by the newest report of each branch until then', () => {
  const records = [
    record('a', { '2026-03-03': 4, '2026-03-10': 6 }),
    record('b', { '2026-02-20': 2, '2026-03-17': 9 }),
  ];

  expect(notesOf(records)).toEqual([
    expect.stringMatching(/^8 of 20 .*40 %\) in 2 .*6 of 20 .*30 %/u),
    expect.stringMatching(/^Nothing .* failed/u),
  ]);
});

test('what fell in the week is named with its reason; what fell earlier is not', () => {
  const fell = notesOf([
    record('a', { '2026-03-10': 6 }, '2026-03-12'),
    record('b', { '2026-03-10': 6 }, '2026-03-05'),
  ]);

  expect(fell).toHaveLength(2);
  expect(fell[1]).toMatch(/^a, branch main: lint: .*tests are gone/u);
});

test('without a report there is no section', () => {
  expect(readinessSection([], weeks)).toEqual([]);
  expect(readinessSection([record('a', { '2026-03-17': 3 })], weeks)).toEqual([]);
});
