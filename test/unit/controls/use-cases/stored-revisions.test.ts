import { describe, expect, test } from 'vitest';

import type { NumberRange } from '../../../../shared/controls/history/number-range.ts';
import type { RevisionEntry } from '../../../../shared/controls/history/revision-entry.ts';
import type { RevisionStore } from '../../../../shared/controls/ports.ts';
import { memoryRevisionStore } from '../../../../shared/controls/store/memory-controls-stores.ts';
import { previousOf, storedSteps, type SeriesPlace } from '../../../../shared/controls/use-cases/stored-revisions.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';

async function aStore(stored: Readonly<Record<number, readonly number[]>>) {
  const store = memoryRevisionStore();
  for (const [series, numbers] of Object.entries(stored)) {
    for (const number of numbers) {
      await store.put(anEntry([aRevision(number)], Number(series)), aRevision(number));
    }
  }
  const lists: number[] = [];
  const looks: number[] = [];
  const counting: RevisionStore = {
    ...store,
    async list(series, from, countMax) {
      lists.push(from);
      return store.list(series, from, countMax);
    },
    async findBelow(series, below) {
      looks.push(below);
      return store.findBelow(series, below);
    },
  };
  return { store: counting, lists, looks };
}

function numberOf(entry: RevisionEntry | undefined): string | undefined {
  return entry === undefined ? undefined : `${entry.series}/${entry.revision}`;
}

async function stepsIn(store: RevisionStore, place: SeriesPlace, ranges: readonly NumberRange[]) {
  return Array.fromAsync(storedSteps(store, place, ranges), ({ entry, previous }) => [
    numberOf(entry),
    numberOf(previous),
  ]);
}

describe('stored steps', () => {
  test('are those of the ranges alone, each with the nearest one before it', async () => {
    const { store, looks } = await aStore({ 1: [1, 2, 3, 5, 6, 8, 9] });

    const ranges = [
      { from: 2, through: 3 },
      { from: 5, through: 6 },
      { from: 8, through: 8 },
    ];

    expect(await stepsIn(store, { series: 1 }, ranges)).toEqual([
      ['1/2', '1/1'],
      ['1/3', '1/2'],
      ['1/5', '1/3'],
      ['1/6', '1/5'],
      ['1/8', '1/6'],
    ]);
    // Where one follows the other, nothing is looked up.
    expect(looks).toEqual([2, 5, 8]);
  });

  test('are read page by page, and none after the last page or the last number', async () => {
    const numbers = Array.from({ length: 1_001 }, (_, index) => index + 1);
    const { store, lists } = await aStore({ 1: numbers });

    expect(await stepsIn(store, { series: 1 }, [{ from: 1, through: 9_999 }])).toHaveLength(1_001);
    expect(await stepsIn(store, { series: 1 }, [{ from: 1, through: 500 }])).toHaveLength(500);
    expect(lists).toEqual([1, 501, 1_001, 1]);
  });

  test('are none of another numbering, and of a range without any', async () => {
    const { store } = await aStore({ 1: [1, 2], 2: [1] });

    expect(await stepsIn(store, { series: 2 }, [{ from: 1, through: 9 }])).toEqual([['2/1', undefined]]);
    expect(await stepsIn(store, { series: 1 }, [{ from: 3, through: 9 }])).toEqual([]);
  });
});

describe('the revision before one', () => {
  test('is the nearest below it', async () => {
    const { store } = await aStore({ 1: [1, 4], 2: [2, 3] });
    const place = { series: 2, predecessor: { series: 1, revision: 4 } };

    expect(numberOf(await previousOf(store, place, 9))).toBe('2/3');
  });

  test('is the last of the numbering before, for the first of its own', async () => {
    const { store } = await aStore({ 1: [1, 4], 2: [2] });
    const place = { series: 2, predecessor: { series: 1, revision: 4 } };

    expect(numberOf(await previousOf(store, place, 2))).toBe('1/4');
    expect(await previousOf(store, { series: 2 }, 2)).toBeUndefined();
  });
});
