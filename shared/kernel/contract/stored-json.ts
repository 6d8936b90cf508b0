import * as z from 'zod';

import type { Json } from '../../controls/json.ts';
import { compareText } from '../texts/compare-text.ts';

/** A map of JSON values. A table does not keep the order of fields, so they are read in alphabetical order. */
export const StoredJson = z.record(z.string(), z.json()).transform((value) => inOrder(value) as typeof value);

/** An item nests at most 32 levels, which bounds the recursion. */
function inOrder(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(inOrder);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => compareText(one, other))
          .map(([name, member]) => [name, inOrder(member)]),
      )
    : value;
}
