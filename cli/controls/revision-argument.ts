import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { NumberRange } from '../../shared/domain/controls/history/number-range.ts';
import { wrongUsage } from '../frame/command-error.ts';

/** How many revisions one command acknowledges. */
const rangeMax = 200;

/** The number of a revision, where a text is one. A file of that name can be given as `./42`. */
export function revisionIn(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

/** The number of a revision; raises CommandError for anything else. */
export function requireRevision(text: string): number {
  const revision = revisionIn(text);
  if (revision === undefined) {
    throw wrongUsage(`${quotedValue(text)} is not the number of a revision; see "controls list"`);
  }
  return revision;
}

/** `42` or `42-48`; undefined for a text that is neither. Raises CommandError for a range that runs backwards or far. */
export function revisionRangeIn(text: string): NumberRange | undefined {
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/u.exec(text) ?? [];
  if (first === '') {
    return undefined;
  }
  const range = { from: Number(first), through: Number(last) };
  if (range.through < range.from || range.through - range.from >= rangeMax) {
    throw wrongUsage(`${quotedValue(text)} is not 1 to ${rangeMax} revisions; give them as 42 or 42-48`);
  }
  return range;
}
