import loadHighs, { type Highs, type ModelData } from 'highs';

import { headroomFor, stopChance, type Demand } from '../../shared/pools/demand/demand.ts';
import type { HeadroomRequest } from '../../shared/pools/headroom-requests.ts';

export interface DivisionCase {
  readonly name: string;
  readonly requests: readonly HeadroomRequest[];
  readonly rooms: readonly number[];
}

export function poolsOf({ costs }: HeadroomRequest): readonly number[] {
  return costs.flatMap(({ pools }) => pools);
}

export async function loadSolver(): Promise<Highs> {
  // Its types are those of its CommonJS twin, in which the function lies one level deeper.
  return (loadHighs as unknown as (typeof loadHighs)['default'])();
}

/**
 * The division as a linear program: so many credits of each stretch of each person's headroom, no pool over its room,
 * the expected use as large as it can be. Stretches are worth less and less, so that they are filled in order.
 */
export function solveDivision(
  highs: Highs,
  division: DivisionCase,
  pieces: number,
): { readonly headrooms: readonly number[]; readonly worthCredits: number } {
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
  const columns = lines.flatMap((line, person) => {
    const request = requests[person];
    const pools = request === undefined ? [] : poolsOf(request).toSorted((a, b) => a - b);
    return line.map((piece) => ({ piece, pools }));
  });
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

/** A stretch of headroom, and what each credit of it is likely to be worth. */
interface Piece {
  readonly widthCredits: number;
  /** The chance that a credit of the stretch is wanted, on the average. */
  readonly wanted: number;
}

const leastChance = 1e-4;
const stretchesOfPiece = 8;
const stretchesOfAll = 128;

/** The expected use of a headroom as a concave line of straight pieces, cut where the chance has fallen by equal factors. */
function piecesOf(demand: Demand, count: number): readonly Piece[] {
  const factor = (leastChance / demand.activeChance) ** (1 / count);
  const edges = Array.from({ length: count + 1 }, (_, edge) =>
    headroomFor(demand, demand.activeChance * factor ** edge),
  );
  return edges.slice(1).map((through, index) => {
    const from = edges[index] ?? 0;
    return {
      widthCredits: through - from,
      wanted: expectedBetween(demand, { from, through, stretches: stretchesOfPiece }) / (through - from),
    };
  });
}

/** The credits of a headroom that are likely to be used: the integral of the chance that they are wanted. */
export function expectedUse(demand: Demand, headroomCredits: number): number {
  return expectedBetween(demand, { from: 0, through: headroomCredits, stretches: stretchesOfAll });
}

/** By Simpson's rule, over stretches that grow as the chance falls. */
function expectedBetween(
  demand: Demand,
  { from, through, stretches }: { readonly from: number; readonly through: number; readonly stretches: number },
): number {
  let sum = 0;
  for (let index = 0; index < stretches; index += 1) {
    const low = from + (through - from) * (index / stretches) ** 2;
    const high = from + (through - from) * ((index + 1) / stretches) ** 2;
    const chances = stopChance(demand, low) + 4 * stopChance(demand, (low + high) / 2) + stopChance(demand, high);
    sum += ((high - low) / 6) * chances;
  }
  return sum;
}

export function pieceUse(demand: Demand, headroomCredits: number, count: number): number {
  let [left, use] = [headroomCredits, 0];
  for (const { widthCredits, wanted } of piecesOf(demand, count)) {
    const taken = Math.min(left, widthCredits);
    use += taken * wanted;
    left -= taken;
    if (left <= 0) {
      return use;
    }
  }
  return use;
}
