import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { branchKey, type BranchRecord } from '../../../shared/readiness/branch-record.ts';
import { foldReport } from '../../../shared/readiness/fold-report.ts';
import { freshReports } from '../../../shared/readiness/fresh-reports.ts';
import { openFalls, describeFall } from '../../../shared/readiness/open-falls.ts';
import type { ReadinessReport } from '../../../shared/readiness/report.ts';
import { aReport, noReports } from '../../support/readiness.ts';

/** What each report in turn changed, by criterion. */
function changesOf(...reports: readonly ReadinessReport[]): readonly string[] {
  let record = noReports;
  return reports.flatMap((report) => {
    const folded = foldReport(record, report, 2);
    record = folded.record;
    return folded.changes.map(({ criterion, kind }) => `${criterion} ${kind}`);
  });
}

function foldAll(reports: readonly ReadinessReport[]): BranchRecord {
  return reports.reduce<BranchRecord>((record, report) => foldReport(record, report, 2).record, noReports);
}

const two = { apps: ['a', 'b'] };
const three = { apps: ['a', 'b', 'c'] };

describe('a criterion', () => {
  test('that passed and fails has regressed, and has recovered once it passes', () => {
    expect(changesOf(aReport(0, { t: [1, 1] }), aReport(1, { t: [0, 1] }), aReport(2, { t: [1, 1] }))).toEqual([
      't regression',
      't recovered',
    ]);
  });

  test('of which fewer applications pass than before is worse, and no regression', () => {
    expect(changesOf(aReport(0, { t: [2, 3] }, three), aReport(1, { t: [1, 3] }, three))).toEqual(['t worse']);
  });

  test('is reported once, however long it fails', () => {
    expect(changesOf(aReport(0, { t: [1, 1] }), aReport(1, { t: [0, 1] }), aReport(2, { t: [0, 1] }))).toHaveLength(1);
  });

  test('that fails for an application that has joined is distinguished, and one that certainly fell is not', () => {
    expect(changesOf(aReport(0, { t: [2, 2] }, two), aReport(1, { t: [2, 3] }, three))).toEqual(['t other-scope']);
    expect(changesOf(aReport(0, { t: [2, 2] }, two), aReport(1, { t: [1, 3] }, three))).toEqual(['t regression']);
    expect(changesOf(aReport(0, { t: [3, 3] }, three), aReport(1, { t: [1, 2] }, two))).toEqual(['t regression']);
    expect(changesOf(aReport(0, { t: [2, 2] }, two), aReport(1, { t: [3, 3] }, three))).toEqual([]);
  });

  test('of the repository itself is compared whatever applications there are', () => {
    expect(changesOf(aReport(0, { t: [1, 1] }, two), aReport(1, { t: [0, 1] }, three))).toEqual(['t regression']);
  });

  test.each([{ model: 'm-2', version: '1.0' }, { model: 'm-1', version: '1.1' }, { version: '1.0' }])(
    'that fails since %j judges is distinguished from a regression',
    (judge) => {
      expect(changesOf(aReport(0, { t: [1, 1] }), aReport(1, { t: [0, 1] }, { judge }))).toEqual(['t other-judge']);
    },
  );

  test('that comes and goes is no regression, and is compared with when it was last evaluated', () => {
    const [first, without] = [aReport(0, { t: [1, 1], u: [1, 1] }), aReport(1, { u: [1, 1] })];

    expect(changesOf(first, without)).toEqual(['t gone']);
    expect(changesOf(without, aReport(2, { t: [0, 1], u: [1, 1] }))).toEqual(['t new']);
    expect(changesOf(first, without, aReport(2, { t: [0, 1], u: [1, 1] }))).toEqual(['t gone', 't regression']);
  });
});

test('a client version that differs in a later part than counts is the same judge, and is named beside the fall', () => {
  const judge = { model: 'm-1', version: '1.0.7' };
  const record = foldAll([aReport(0, { t: [1, 1] }), aReport(1, { t: [0, 1] }, { judge })]);

  expect(openFalls([record], '')[0]?.falls).toMatchObject([
    { fall: { kind: 'regression', judges: 'client version 1.0 -> 1.0.7' } },
  ]);
});

describe('a report', () => {
  test('of a tree with changes of its own counts for nothing, and is known', () => {
    const record = foldAll([aReport(0, { t: [1, 1] }), aReport(1, { t: [0, 1] }, { state: 'changed' })]);

    expect(record.lines[0]?.newest.reportId).toBe('r-000');
    expect(record.setAside?.reportId).toBe('r-001');
    expect(openFalls([record], '')).toEqual([]);
  });

  test('that the platform does not call clean or changed counts, and says so', () => {
    const record = foldAll([aReport(0, { t: [1, 1] }), aReport(1, { t: [0, 1] }, { state: 'unsaid' })]);

    expect(openFalls([record], '')[0]?.line.newest.state).toBe('unsaid');
  });

  test('of other applications is compared with none of these', () => {
    const [a, b] = [{ apps: ['a'] }, { apps: ['b'] }];

    expect(changesOf(aReport(0, { t: [1, 1] }, a), aReport(1, { t: [0, 1] }, b))).toEqual([]);
    expect(foldAll([aReport(0, { t: [1, 1] }, a), aReport(1, { t: [0, 1] }, b)]).lines.map(({ apps }) => apps)).toEqual(
      [['b'], ['a']],
    );
  });

  test('of a branch that is not named is compared with no other', () => {
    const unnamed = { repository: noReports.repository, lines: [] };
    const first = foldReport(unnamed, aReport(0, { t: [1, 1] }), 2).record;

    expect(foldReport(first, aReport(1, { t: [0, 1] }), 2).changes).toEqual([]);
  });
});

test('a fall says what it was, what it is, since which commit and why', () => {
  const record = foldAll([aReport(0, { t: [1, 1] }), aReport(1, { t: [0, 1] })]);
  const [fallen] = openFalls([record], '');
  const [fall] = fallen?.falls ?? [];

  expect(fall === undefined ? '' : describeFall(fall)).toMatch(
    /^t: passes \(2 Mar 2026, commit c0ffee0\) -> fails \(3 Mar 2026, commit c0ffee1\)/u,
  );
});

test('a fall on a branch without a report for long is open no more, nor one that is evaluated no more', () => {
  const fallen = [aReport(0, { t: [1, 1], u: [1, 1] }), aReport(1, { t: [0, 1], u: [1, 1] })];

  expect(openFalls([foldAll(fallen)], '2026-03-03T08:00:00.000Z')).toHaveLength(1);
  expect(openFalls([foldAll(fallen)], '2026-03-04')).toEqual([]);
  expect(openFalls([foldAll([...fallen, aReport(2, { u: [1, 1] })])], '')).toEqual([]);
});

const anyReports = fc
  .array(
    fc.record({
      numerator: fc.integer({ min: 0, max: 2 }),
      apps: fc.constantFrom(['a'], ['a', 'b']),
      state: fc.constantFrom('clean', 'changed', 'unsaid'),
      version: fc.constantFrom('1.0', '1.1'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ numerator, apps, state, version }, day) =>
      aReport(day, { t: [Math.min(numerator, apps.length), apps.length] }, {
        apps,
        state,
        judge: { version },
      } as Partial<ReadinessReport>),
    ),
  );

test('reading the same list again changes nothing, and in whatever order it comes the newest reports count', () => {
  fc.assert(
    fc.property(anyReports, fc.infiniteStream(fc.nat()), (reports, order) => {
      const read = (known: ReadonlyMap<string, BranchRecord>, list: readonly ReadinessReport[]) => {
        const fresh = freshReports(known, 2);
        list.forEach((report) => fresh.add(report));
        return fresh.folded();
      };
      const keys = new Map(reports.map((report) => [report.reportId, order.next().value]));
      const shuffled = [...reports, ...reports].toSorted(
        (a, b) => (keys.get(a.reportId) ?? 0) - (keys.get(b.reportId) ?? 0),
      );

      const inOrder = read(new Map(), reports);
      const anyOrder = read(new Map(), shuffled);
      const again = read(new Map(inOrder.records.map((record) => [branchKey(record), record])), shuffled);

      expect(anyOrder).toEqual(inOrder);
      expect(again).toEqual({ records: [], changes: [] });
    }),
    { numRuns: 60 },
  );
});
