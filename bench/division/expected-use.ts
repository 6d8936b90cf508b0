import { headroomFor, stopChance, type Demand } from '../../shared/pools/demand/demand.ts';

/** A stretch of headroom, and what each credit of it is likely to be worth. */
export interface Piece {
  readonly widthCredits: number;
  /** The chance that a credit of the stretch is wanted, on the average. */
  readonly wanted: number;
}

const leastChance = 1e-4;
const stretchesOfPiece = 8;
const stretchesOfAll = 128;

/** The expected use of a headroom as a concave line of straight pieces, cut where the chance has fallen by equal factors. */
export function piecesOf(demand: Demand, count: number): readonly Piece[] {
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

/** What a headroom is worth on the line of pieces. */
export function pieceUse(pieces: readonly Piece[], headroomCredits: number): number {
  let [left, use] = [headroomCredits, 0];
  for (const { widthCredits, wanted } of pieces) {
    const taken = Math.min(left, widthCredits);
    use += taken * wanted;
    left -= taken;
    if (left <= 0) {
      return use;
    }
  }
  return use;
}
