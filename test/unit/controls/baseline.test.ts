import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  describeBaseline,
  type Baseline,
  compareWithBaseline,
  type Deviation,
  type DiffSettings,
} from '../../../shared/controls/baseline.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { aChange } from './findings/steps.ts';

const baseline: Baseline = {
  settings: { a: 1, b: 1 },
  source: { kind: 'revision', revision: 12 },
  approvedBy: 'ann@example.com',
  approvedAt: '2026-03-02T10:00:00.000Z',
};

/** Fields that differ, each as a change. */
const diff: DiffSettings = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .map((path) => {
      const [from, to] = [before[path], after[path]];
      return aChange({ path, ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) });
    });

const compare = (settings: JsonObject, previous: readonly Deviation[] = [], at = '2026-03-03T00:00:00.000Z') =>
  compareWithBaseline(baseline, settings, { diff, previous, at });

describe('the settings beside their baseline', () => {
  test('deviate in nothing when they are as approved', () => {
    expect(compare({ a: 1, b: 1 })).toEqual([]);
  });

  test('have a new deviation, which stands the next time and is fixed when it is gone', () => {
    const first = compare({ a: 2, b: 1 });
    const second = compare({ a: 2, b: 1 }, first, '2026-03-04T00:00:00.000Z');
    const third = compare({ a: 1, b: 1 }, second);
    const fourth = compare({ a: 1, b: 1 }, third);

    expect(
      [first, second, third, fourth].map((each) => each.map(({ path, standing }) => `${path} ${standing}`)),
    ).toEqual([['a new'], ['a standing'], ['a fixed'], []]);
    expect(second[0]?.since).toBe('2026-03-03T00:00:00.000Z');
  });

  test('distinguish a deviation that stands as it was from one that moved on', () => {
    const first = compare({ a: 2, b: 1 });

    expect(compare({ a: 2, b: 1 }, first)).toMatchObject([{ standing: 'standing', hasMoved: false }]);
    expect(compare({ a: 3, b: 1 }, first)).toMatchObject([{ standing: 'standing', hasMoved: true }]);
    expect(compare({ b: 1 }, first)).toMatchObject([{ standing: 'standing', hasMoved: true }]);
  });

  test('deviate again in what was fixed before', () => {
    const fixed = compare({ a: 1, b: 1 }, compare({ a: 2, b: 1 }));

    expect(compare({ a: 2, b: 1 }, fixed)).toMatchObject([{ path: 'a', standing: 'new' }]);
  });

  test('deviate in nothing by another spelling', () => {
    const spelling: DiffSettings = () => [aChange({ path: 'a', quiet: 'format-only' })];

    expect(compareWithBaseline(baseline, {}, { diff: spelling, previous: [], at: '' })).toEqual([]);
  });

  test('have one deviation a path, whatever the number of changes there', () => {
    const twice: DiffSettings = () => [aChange({ path: 'a' }), aChange({ path: 'a' })];

    const [deviation, ...others] = compareWithBaseline(baseline, {}, { diff: twice, previous: [], at: '' });

    expect(deviation?.changes).toHaveLength(2);
    expect(others).toEqual([]);
  });

  test('account for every deviation of the last time, whatever it was', () => {
    const settings = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat({ max: 2 }));
    fc.assert(
      fc.property(settings, settings, (one, other) => {
        const first = compare(one);

        const second = compare(other, first);

        const [was, is] = [first, second].map((each) => new Set(each.map(({ path }) => path)));
        expect(was?.isSubsetOf(is ?? new Set())).toBe(true);
        expect(second.filter(({ standing }) => standing !== 'fixed').map(({ path }) => path)).toEqual(
          compare(other).map(({ path }) => path),
        );
      }),
    );
  });
});

test('a baseline says where it is from and who approved it', () => {
  expect(describeBaseline(baseline)).toMatch(/revision 12, .* ann@example\.com on 2 Mar 2026/u);
  expect(describeBaseline({ ...baseline, source: { kind: 'file', name: 'approved.json' } })).toContain(
    'the file approved.json',
  );
});
