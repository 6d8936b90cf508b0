import type { DocumentedList } from './documented-fields.ts';

/** How often each documented field was there, in the items of one list. */
export interface FieldTally {
  readonly list: DocumentedList;
  items: number;
  readonly seen: Map<string, number>;
}

/** A documented field that no item had. */
export interface MissingField {
  /** As `data[].by_user[].user_id`. */
  readonly field: string;
  readonly isNeeded: boolean;
}

export function newTally(list: DocumentedList): FieldTally {
  return { list, items: 0, seen: new Map() };
}

/** Counts the items of an answer, and the documented fields in them. An answer without the list counts for nothing. */
export function tally(counted: FieldTally, answer: unknown): void {
  for (const item of itemsAt(answer, counted.list.path)) {
    counted.items += 1;
    for (const field of counted.list.fields.filter((name) => Object.hasOwn(item, name))) {
      counted.seen.set(field, (counted.seen.get(field) ?? 0) + 1);
    }
  }
}

/** The documented fields that none of the items had; nothing is said of a list that was empty. */
export function missingFields({ list, items, seen }: FieldTally): readonly MissingField[] {
  if (items === 0) {
    return [];
  }
  const place = list.path.map((step) => `${step}[]`).join('.');
  return list.fields
    .filter((field) => !seen.has(field))
    .map((field) => ({ field: `${place}.${field}`, isNeeded: list.needed.includes(field) }));
}

function itemsAt(value: unknown, path: readonly string[]): readonly object[] {
  return path.reduce<readonly object[]>(
    (items, step) =>
      items.flatMap((item) => {
        const list: unknown = Reflect.get(item, step);
        return Array.isArray(list) ? list.filter(isObject) : [];
      }),
    isObject(value) ? [value] : [],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
