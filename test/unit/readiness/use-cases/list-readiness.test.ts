import { expect, test } from 'vitest';

import { type BranchRecord, branchKey } from '../../../../shared/readiness/branch-record.ts';
import { freshReports } from '../../../../shared/readiness/fresh-reports.ts';
import type { ReadinessReport } from '../../../../shared/readiness/report.ts';
import {
  branchDocuments,
  fallDocuments,
  readinessStatus,
  repositoryDocuments,
  targetDocuments,
} from '../../../../shared/readiness/use-cases/list-readiness.ts';
import { aReport } from '../../../support/readiness.ts';

const billing = 'https://git.example/acme/billing';
const search = 'https://git.example/acme/search';
const today = '2026-03-20';
const settings = { mainBranches: ['main'], staleAfterDays: 30, historyDays: 365, versionParts: 2 };

/** The branches after reports that came one after the other. */
function branchesAfter(...reports: readonly ReadinessReport[]): readonly BranchRecord[] {
  const records = new Map<string, BranchRecord>();
  for (const report of reports) {
    const fresh = freshReports(records, settings.versionParts);
    fresh.add(report);
    fresh.folded().records.forEach((record) => records.set(branchKey(record), record));
  }
  return [...records.values()];
}

/** Lint fell on the main branch of billing in the second week; another branch of it, and search, have one report. */
const records = branchesAfter(
  aReport(0, { lint: [1, 1], tests: [1, 1], docs: [1, 1] }),
  aReport(8, { tests: [1, 1], lint: [0, 1] }),
  aReport(9, { lint: [1, 2] }, { reportId: 'r-dev', branch: 'dev', commit: 'dev' }),
  aReport(3, { lint: [1, 1] }, { reportId: 's-1', repository: search }),
);

test('a repository is shown by the report of its main branch that counts, week by week', () => {
  expect(repositoryDocuments(records, settings, today)).toEqual([
    {
      repository: billing,
      branch: 'main',
      branches: 2,
      passing: 1,
      evaluated: 2,
      regressions: 1,
      at: '2026-03-10T08:00:00.000Z',
      commit: 'c0ffee8',
      trend: [
        { week: '2026-03-02', passing: 3, evaluated: 3 },
        { week: '2026-03-09', passing: 1, evaluated: 2 },
      ],
    },
    expect.objectContaining({ repository: search, branch: 'main', branches: 1, passing: 1, regressions: 0 }),
  ]);
});

test('of several sets of applications the weeks add up', () => {
  const two = branchesAfter(
    aReport(0, { lint: [1, 1] }, { reportId: 'a', apps: ['a'] }),
    aReport(0, { lint: [0, 1], tests: [1, 1] }, { reportId: 'b', apps: ['b'] }),
  );

  expect(repositoryDocuments(two, settings, today)).toMatchObject([
    { passing: 2, evaluated: 3, trend: [{ week: '2026-03-02', passing: 2, evaluated: 3 }] },
  ]);
});

test('a repository without a report that counts has nothing but its name', () => {
  const empty = { repository: billing, lines: [] };

  expect(repositoryDocuments([empty], settings, today)).toEqual([
    {
      repository: billing,
      branch: null,
      branches: 1,
      passing: 0,
      evaluated: 0,
      regressions: 0,
      at: null,
      commit: null,
      trend: [],
    },
  ]);
});

test('a fall is shown with what was before and after, the newest first', () => {
  const fallen = branchesAfter(
    aReport(0, { lint: [1, 1] }),
    aReport(8, { lint: [0, 1] }),
    aReport(0, { tests: [1, 1] }, { reportId: 's-1', repository: search }),
    aReport(9, { tests: [0, 1] }, { reportId: 's-2', repository: search }),
  );

  expect(fallDocuments(fallen, settings, today)).toMatchObject([
    { repository: search, criterion: 'tests' },
    {
      repository: billing,
      branch: 'main',
      apps: ['.'],
      criterion: 'lint',
      kind: 'regression',
      before: { numerator: 1, denominator: 1, commit: 'c0ffee0', rationale: null },
      after: { numerator: 0, denominator: 1, commit: 'c0ffee8', rationale: 'lint is not there' },
      judges: null,
      saidClean: true,
    },
  ]);
});

test('a fall of which less is known has null for that, and is not said to be of a clean tree', () => {
  const [record] = branchesAfter(aReport(0, { lint: [1, 1] }), aReport(8, { lint: [0, 1] }));
  const [line] = record?.lines ?? [];
  const lint = line?.criteria['lint'];
  const bare = (side: { readonly at: string }) => ({ numerator: 0, denominator: 1, at: side.at });
  const fall = lint?.fall && {
    ...lint.fall,
    before: bare(lint.fall.before),
    after: bare(lint.fall.after),
    judges: 'other models',
  };
  const odd = {
    repository: billing,
    lines: [{ ...line, newest: { ...line?.newest, state: 'unknown' }, criteria: { lint: { ...lint, fall } } }],
  } as unknown as BranchRecord;

  expect(fallDocuments([odd], settings, today)).toMatchObject([
    {
      branch: null,
      before: { commit: null, rationale: null },
      after: { commit: null, rationale: null },
      judges: 'other models',
      saidClean: false,
    },
  ]);
});

test('a fall that nobody reports on any more is none', () => {
  expect(fallDocuments(records, settings, '2026-04-09')).toHaveLength(1);
  expect(fallDocuments(records, settings, '2026-04-10')).toEqual([]);
  expect(repositoryDocuments(records, settings, '2026-04-10')[0]?.regressions).toBe(0);
});

test('a repository is shown branch by branch, with what an earlier report evaluated last', () => {
  const criterion = { numerator: 1, denominator: 1, rationale: null, current: true, fall: null };

  expect(branchDocuments(records, billing)).toMatchObject([
    {
      branch: 'main',
      setAside: null,
      trend: [{ week: '2026-03-02' }, { week: '2026-03-09' }],
      lines: [
        {
          apps: ['.'],
          newest: { reportId: 'r-008', commit: 'c0ffee8' },
          criteria: [
            { ...criterion, criterion: 'docs', current: false },
            { criterion: 'lint', numerator: 0, denominator: 1, rationale: 'lint is not there', fall: 'regression' },
            { ...criterion, criterion: 'tests' },
          ],
        },
      ],
    },
    { branch: 'dev' },
  ]);
  expect(branchDocuments(records, 'other')).toEqual([]);
});

test('a branch without a name and a report without a commit have null for them', () => {
  const [record] = branchesAfter(aReport(0, { lint: [1, 1] }));
  const [line] = record?.lines ?? [];
  const { commit: _commit, ...newest } = line?.newest ?? ({} as never);
  const setAside = { reportId: 'x', at: '2026-03-02T08:00:00.000Z' };
  const odd = { repository: billing, lines: [{ ...line, newest }], setAside } as unknown as BranchRecord;

  expect(branchDocuments([odd], billing)).toMatchObject([
    { branch: null, setAside, lines: [{ newest: { commit: null } }] },
  ]);
  expect(repositoryDocuments([odd], settings, today)[0]?.commit).toBeNull();
});

test('the repositories of a target are counted by how they stand', () => {
  const judged = { today, mainBranches: ['main'] };
  const target = {
    criterion: 'lint',
    repository: 'acme/*',
    by: '2026-03-01',
    percent: 100,
    owners: [],
    version: 1,
    updatedBy: 'ada',
    updatedAt: '2026-03-01T00:00:00.000Z',
  };

  expect(targetDocuments(target, records, judged)).toMatchObject({
    counts: { met: 1, open: 0, missed: 1, unknown: 0 },
    repositories: [
      { repository: billing, status: 'missed' },
      { repository: search, status: 'met' },
    ],
  });
  expect(targetDocuments({ ...target, by: '2026-12-31' }, records, judged).counts).toMatchObject({
    open: 1,
    missed: 0,
  });
  expect(targetDocuments({ ...target, criterion: 'none' }, records, judged).counts).toMatchObject({ unknown: 2 });
});

test('the status counts repositories, and falls that are certain apart from those in doubt', () => {
  const kinds = (kind: string) =>
    records.map((record) => ({
      ...record,
      lines: record.lines.map((line) => ({
        ...line,
        criteria: Object.fromEntries(
          Object.entries(line.criteria).map(([id, each]) => [
            id,
            { ...each, ...(each.fall && { fall: { ...each.fall, kind } }) },
          ]),
        ),
      })),
    })) as readonly BranchRecord[];

  expect(readinessStatus(records, settings, today)).toEqual({ repositories: 2, regressions: 1, inDoubt: 0 });
  expect(readinessStatus(kinds('other-judge'), settings, today)).toMatchObject({ regressions: 0, inDoubt: 1 });
  expect(readinessStatus(kinds('other-scope'), settings, today)).toMatchObject({ regressions: 0, inDoubt: 1 });
});
