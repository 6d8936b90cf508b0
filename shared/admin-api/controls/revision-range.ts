import { quotedValue } from '../../contracts/quoted-value.ts';
import type { NumberRange } from '../../domain/controls/history/number-range.ts';
import { Problem } from '../problem.ts';

/** How many revisions one call acknowledges. */
const rangeMax = 200;

/** `42` or `42-48`; undefined for a text that is neither. Raises Problem for a range that runs backwards or far. */
export function revisionRangeIn(text: string): NumberRange | undefined {
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/u.exec(text) ?? [];
  if (first === '') {
    return undefined;
  }
  const range = { from: Number(first), through: Number(last) };
  if (range.through < range.from || range.through - range.from >= rangeMax) {
    throw new Problem(
      'invalid-input',
      `${quotedValue(text)} is not 1 to ${rangeMax} revisions; give them as 42 or 42-48`,
    );
  }
  return range;
}
