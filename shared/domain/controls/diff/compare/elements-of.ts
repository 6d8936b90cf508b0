import type { Json } from '../../json.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { isTree, memberOf } from '../tree.ts';

/** A list as it is compared. */
export interface Elements {
  readonly texts: readonly string[];
  /** What is no text, or more than one: canonical JSON, sorted. */
  readonly odd: readonly string[];
}

/** Takes the elements of a list apart. `member` names what identifies an element that is an object. */
export function elementsOf(list: readonly Json[], member?: string): Elements {
  const texts: string[] = [];
  const odd: string[] = [];
  for (const each of list) {
    const text = member === undefined ? each : memberOf(each, member);
    if (typeof text === 'string') {
      texts.push(text);
    }
    if (typeof text !== 'string' || (isTree(each) && Object.keys(each).length > 1)) {
      odd.push(canonicalJson(each));
    }
  }
  return { texts, odd: odd.toSorted() };
}
