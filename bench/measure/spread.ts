import * as z from 'zod';

import type { Ratio } from '../benchmark.ts';

/** Of several measurements of the same thing. */
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

/** `12.3 ms (11.9–14.0)`: the median, and the ends where they show. */
export function spreadText({ median, min, max }: Spread, unit: string, digits = 2): string {
  const [middle, low, high] = [median, min, max].map((number) => number.toFixed(digits));
  return low === high ? `${middle} ${unit}`.trim() : `${middle} ${unit} (${low}–${high})`;
}

/** A spread as it stands in a document. */
export const SpreadFigures = z.object({ median: z.number(), min: z.number(), max: z.number() });

/** The unit of both spreads, and how many digits are shown. */
interface SpreadUnit {
  readonly unit: string;
  readonly digits: number;
}

/** A line of the common table, by the medians: what the peer took, and what ours did. */
export function spreadRatio(
  named: Pick<Ratio, 'what' | 'peer'>,
  [theirs, ours]: readonly [theirs: Spread, ours: Spread],
  { unit, digits }: SpreadUnit,
): Ratio {
  return {
    ...named,
    peerFigure: spreadText(theirs, unit, digits),
    ourFigure: spreadText(ours, unit, digits),
    ratio: ours.median / theirs.median,
  };
}
