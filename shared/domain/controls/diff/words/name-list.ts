import { grouped } from '../../../texts/grouped.ts';
import { clipped } from './clipped.ts';

/** How many names a sentence holds. */
const namesMax = 3;

/** "a, b and c"; "a, b, c and 4 more". Names that hold spaces stand in quotation marks. */
export function nameList(names: readonly string[]): string {
  return phraseList(names.slice(0, namesMax + 1).map(quoted), names.length);
}

/** The same of names that are in words already. `count` is how many there are, where not all are given. */
export function phraseList(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, namesMax);
  if (count > namesMax) {
    return `${shown.join(', ')} and ${grouped(count - namesMax)} more`;
  }
  const last = shown.at(-1) ?? 'nothing';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}

/** One name as a sentence holds it. */
export function quoted(name: string): string {
  const text = clipped(name);
  return text === '' || text.includes(' ') ? `“${text}”` : text;
}
