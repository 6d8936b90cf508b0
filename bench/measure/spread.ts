import type { Ratio } from './claim.ts';

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The median and the ends of some numbers; all NaN without any. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [min = Number.NaN, max = Number.NaN] = [sorted[0], sorted.at(-1)];
  const middle = sorted.length / 2;
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return { median: (below + above) / 2, min, max };
}

/** What one of several takes that were measured together. */
export function spreadOfEach({ median, min, max }: Spread, count: number): Spread {
  return { median: median / count, min: min / count, max: max / count };
}

/** `12.3 ms (11.9–14.0)`: the median, and the ends where they show. */
export function spreadText({ median, min, max }: Spread, unit: string, digits = 2): string {
  const [middle, low, high] = [median, min, max].map((number) => number.toFixed(digits));
  return low === high ? `${middle} ${unit}`.trim() : `${middle} ${unit} (${low}–${high})`;
}

/** A row of the common table. Figures that are no texts are shown with so many digits and their unit. */
export function ratioOf(
  [what, peer]: readonly [what: string, peer: string],
  theirs: number | Spread,
  ours: number | Spread,
  { unit = '', digits = 0 }: { readonly unit?: string; readonly digits?: number } = {},
): Ratio {
  const [theirSpread, ourSpread] = [theirs, ours].map((figure) =>
    typeof figure === 'number' ? { median: figure, min: figure, max: figure } : figure,
  ) as [Spread, Spread];
  return {
    what,
    peer,
    peerFigure: spreadText(theirSpread, unit, digits),
    ourFigure: spreadText(ourSpread, unit, digits),
    ratio: ourSpread.median / theirSpread.median,
  };
}
