import type { Ratio } from '../benchmark.ts';
import { spreadText, type Spread } from './spread.ts';

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
