import { compareText } from '../kernel/texts/compare-text.ts';
import { isList, type Json, type JsonObject } from './json.ts';

type Pending = { readonly text: string } | { readonly value: Json };

/**
 * Writes a value as canonical JSON: keys sorted by code unit, no white space, numbers and strings as `JSON.stringify`
 * writes them, undefined members left out. Lists keep their order. It does not recurse, so any depth of nesting works;
 * time and memory are linear.
 */
export function canonicalJson(value: Json): string {
  const written: string[] = [];
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) {
      written.push(next.text);
    } else if (typeof next.value !== 'object' || next.value === null) {
      written.push(JSON.stringify(next.value));
    } else {
      for (const part of partsOf(next.value).toReversed()) {
        pending.push(part);
      }
    }
  }
  return written.join('');
}

function partsOf(value: readonly Json[] | JsonObject): readonly Pending[] {
  const members = isList(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([key, member]) => [`${JSON.stringify(key)}:`, member] as const);
  const parts = members.flatMap(([start, member], at): Pending[] => [
    { text: `${at === 0 ? '' : ','}${start}` },
    { value: member },
  ]);
  return isList(value) ? [{ text: '[' }, ...parts, { text: ']' }] : [{ text: '{' }, ...parts, { text: '}' }];
}
