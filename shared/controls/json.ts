import { compareText } from '../kernel/texts/compare-text.ts';

/** A JSON value in the platform's words. An absent key is not the same as `null`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is a list. `Array.isArray` does not narrow a readonly list away from an object. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** `null` means the same as an absent key. */
export function isUnset(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

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
