import { expect, test } from 'vitest';

import { measureControlDiff, ownDiffName, ownName as ownDiffer } from '../../bench/control-diff.ts';
import { measureDivision, ownName as ownWay } from '../../bench/division.ts';
import { measureShapes } from '../../bench/forecast.ts';
import { seasonalNaive, straightLine } from '../../bench/forecast/methods.ts';
import { measureValidation } from '../../bench/validation.ts';
import { ownName as ownReader } from '../../bench/validation/readers.ts';
import { windowAt } from '../../shared/budgets/window.ts';

test('our reader keeps every good row of a page and names each broken one; a reader of whole pages keeps none', async () => {
  const { readers, rowsPerPage, badRows } = await measureValidation({ rounds: 0, pages: 1 });
  const of = (name: string) => readers.find(({ reader }) => reader === name);

  expect(of(ownReader)).toMatchObject({ rowsOfFaulty: rowsPerPage - badRows, namedOfFaulty: badRows });
  expect(of('ajv, row by row')).toMatchObject({ rowsOfFaulty: rowsPerPage - badRows, namedOfFaulty: badRows });
  expect(of('valibot, row by row')).toMatchObject({ rowsOfFaulty: rowsPerPage - badRows, namedOfFaulty: badRows });
  expect(of('ajv, whole page')?.rowsOfFaulty).toBe(0);
  expect(of('valibot, whole page')?.rowsOfFaulty).toBe(0);
});

test('our differ reports every edit, nothing where nothing changed, and no secret; every peer prints some', async () => {
  const { differs, secretsPlanted } = await measureControlDiff({ rounds: 0 });
  const ours = differs.filter(({ differ }) => [ownDiffer, ownDiffName].includes(differ));
  const peers = differs.filter((differ) => !ours.includes(differ));

  expect(secretsPlanted).toBeGreaterThan(5);
  expect(ours.map(({ missed, falseOperations, secretsPrinted }) => [missed, falseOperations, secretsPrinted])).toEqual([
    [[], 0, 0],
    [[], 0, 0],
  ]);
  expect(peers).toHaveLength(5);
  expect(peers.every(({ secretsPrinted }) => secretsPrinted > 0)).toBe(true);
});

test('the linear program is never below our division on its own lines, and by the true chances not above it where pools lie within each other', async () => {
  const { rows } = await measureDivision({ users: 20, rounds: 0, pieces: 48 });
  const ours = rows.filter(({ way }) => way === ownWay);

  expect(ours.map(({ pools }) => pools)).toEqual(['one pool', 'teams under an organization', 'pools that cross']);
  for (const { worthOfOptimum, overCredits } of ours) {
    expect(worthOfOptimum).toBeGreaterThan(0.99);
    expect(worthOfOptimum).toBeLessThanOrEqual(1 + 1e-9);
    expect(overCredits).toBe(0);
  }
  for (const { pools, expectedCredits } of ours.slice(0, 2)) {
    const best = Math.max(...rows.filter((row) => row.pools === pools).map((row) => row.expectedCredits));
    expect(best - expectedCredits).toBeLessThan(1);
  }
});

test('the finer the linear program cuts the chances, the nearer it comes to our division', async () => {
  const shares = [];
  for (const pieces of [8, 24, 96]) {
    const { rows } = await measureDivision({ users: 5, rounds: 0, pieces });
    shares.push(rows.find(({ way, pools }) => way === ownWay && pools === 'one pool')?.worthOfOptimum ?? 0);
  }

  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBeGreaterThan(0.999);
});

test('a seasonal naive forecast repeats the last week, a straight line the average', () => {
  const window = windowAt('month', '2026-06-08', { anchorDay: 1 });
  const credits = Float64Array.from({ length: 12 }, (_, day) => (day < 5 ? 0 : day + 1));
  const known = { from: '2026-05-27', through: '2026-06-07', credits } as const;

  // 1 to 7 June are 6 to 12 credits, of which three weeks and two days are still to come.
  expect(seasonalNaive(window, known)).toBe(63 + 3 * 63 + 6 + 7);
  expect(straightLine(window, known)).toBe((63 / 7) * 30);
});

test('our forecast beats the straight line on the third night of every way of working', () => {
  const rows = measureShapes([101]).filter(({ dayOfMonth }) => dayOfMonth === 3);

  expect(rows).toHaveLength(9);
  expect(rows.filter(({ ratio }) => ratio >= 1).map(({ shape }) => shape)).toEqual([]);
});
