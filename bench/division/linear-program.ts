import loadHighs, { type Highs, type ModelData } from 'highs';

import type { DivisionCase } from './division-cases.ts';
import { piecesOf, type Piece } from './expected-use.ts';

/** What the solver found: in the order of the people, and the worth of all of it on the lines of pieces. */
interface Optimum {
  readonly headrooms: readonly number[];
  readonly worthCredits: number;
}

/** Loads the solver, which is a program for WebAssembly. */
export async function loadSolver(): Promise<Highs> {
  // Its types are those of its CommonJS twin, in which the function lies one level deeper.
  return (loadHighs as unknown as (typeof loadHighs)['default'])();
}

/**
 * The division as a linear program: so many credits of each stretch of each person's headroom, no pool over its room,
 * the expected use as large as it can be. Stretches are worth less and less, so that they are filled in order.
 */
export function solveDivision(highs: Highs, division: DivisionCase, pieces: number): Optimum {
  const lines = division.requests.map(({ demand }) => piecesOf(demand, pieces));
  return highs.withModel(modelOf(highs, division, lines), (model) => {
    model.options.set({ output_flag: false });
    model.run();
    const { colValue } = model.getSolution();
    const headrooms = lines.map((line, person) =>
      line.reduce((sum, _piece, index) => sum + (colValue[person * pieces + index] ?? 0), 0),
    );
    return { headrooms, worthCredits: model.getObjectiveValue() };
  });
}

function modelOf(highs: Highs, { requests, rooms }: DivisionCase, lines: readonly (readonly Piece[])[]): ModelData {
  const columns = lines.flatMap((line, person) =>
    line.map((piece) => ({
      piece,
      pools: requests[person]?.costs.pools.toSorted((a, b) => a - b) ?? [],
    })),
  );
  const starts = [0];
  for (const { pools } of columns) {
    starts.push((starts.at(-1) ?? 0) + pools.length);
  }
  const indices = columns.flatMap(({ pools }) => pools);
  return {
    numCols: columns.length,
    numRows: rooms.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost: columns.map(({ piece }) => piece.wanted),
    colLower: columns.map(() => 0),
    colUpper: columns.map(({ piece }) => piece.widthCredits),
    rowLower: rooms.map(() => -highs.infinity),
    rowUpper: rooms,
    matrix: {
      format: 'csc',
      numRows: rooms.length,
      numCols: columns.length,
      starts,
      indices,
      values: indices.map(() => 1),
    },
  };
}
