import { canonicalJson, type Json } from '../../../controls/json.ts';
import type { ElementKind } from '../../../coverage/compare-elements.ts';
import type { SetShape } from '../../catalogue/field-rule.ts';
import { marketplaceSource } from '../entries/marketplace-source.ts';

export interface Elements {
  readonly texts: readonly string[];
  readonly exceptions: readonly string[];
  readonly odd: readonly string[];
  readonly details: ReadonlyMap<string, string>;
}

/** Kinds of patterns in which many programs read `!` as an exception. */
const negatable: ReadonlySet<ElementKind> = new Set(['path', 'domain', 'url', 'command', 'launcher', 'repo', 'model']);

export function elementsOf(list: readonly Json[], { element, isOfSources }: SetShape): Elements {
  const texts: string[] = [];
  const exceptions: string[] = [];
  const odd: string[] = [];
  const details = new Map<string, string>();
  for (const each of list) {
    const source = isOfSources === true ? marketplaceSource(each) : undefined;
    const text = isOfSources === true ? source?.text : each;
    if (typeof text !== 'string') {
      odd.push(canonicalJson(each));
    } else if (negatable.has(element) && /^\s*!\s*[^\s=!]/u.test(text)) {
      exceptions.push(text.replace(/^\s*!\s*/u, ''));
    } else {
      texts.push(text);
      details.set(text.toLowerCase(), canonicalJson(source?.details ?? null));
    }
  }
  return { texts, exceptions, odd: odd.toSorted(), details };
}
