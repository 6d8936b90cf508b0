import { canonicalJson } from '../../canonical-json.ts';
import { type Json, isUnset } from '../../json.ts';
import type { OrderedShape } from '../catalogue/field-rule.ts';
import { findingAt, illTyped, type Finding, changed } from '../finding.ts';
import type { Place } from '../place.ts';
import { memberOf, isListOrUnset } from '../tree.ts';
import { counted } from '../words/describe-value.ts';
import { filled, nameList } from '../words/phrases.ts';

/** Compares a list in which position counts. What its rules allow is unknown, so that every change is ambiguous. */
export function compareOrdered(place: Place<OrderedShape>): readonly Finding[] {
  const { shape, before, after } = place;
  if (!isListOrUnset(before) || !isListOrUnset(after)) {
    return illTyped(place);
  }
  const from = (before ?? []).map((each) => canonicalJson(each));
  const to = (after ?? []).map((each) => canonicalJson(each));
  if (from.join('\n') === to.join('\n')) {
    return [];
  }
  const removed = namesOf(shape, without(before ?? [], to));
  const added = namesOf(shape, without(after ?? [], from));
  return [
    findingAt(
      place,
      changed(shape.severity, filled(shape.effect, { what: whatHappened(shape, added, removed) }), {
        was: isUnset(before) ? 'not set' : counted(from.length, shape.nouns),
        is: isUnset(after) ? 'not set' : counted(to.length, shape.nouns),
        added,
        removed,
      }),
    ),
  ];
}

/** The elements of a list that are not in the other one, given as canonical JSON; repetition counts. */
function without(list: readonly Json[], other: readonly string[]): readonly Json[] {
  const left = new Map<string, number>();
  for (const each of other) {
    left.set(each, (left.get(each) ?? 0) + 1);
  }
  return list.filter((each) => {
    const key = canonicalJson(each);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function namesOf({ parts }: OrderedShape, list: readonly Json[]): readonly string[] {
  return list.map((each) => {
    const named = parts[0] === undefined ? undefined : memberOf(each, parts[0]);
    if (typeof named === 'string') {
      return named;
    }
    return typeof each === 'string' ? each : 'an entry of a form that the document does not show';
  });
}

function whatHappened({ nouns }: OrderedShape, added: readonly string[], removed: readonly string[]): string {
  const edited = new Set(added).intersection(new Set(removed));
  const come = added.filter((name) => !edited.has(name));
  const gone = removed.filter((name) => !edited.has(name));
  const parts = [...said('added', come), ...said('removed', gone), ...said('changed', [...edited])];
  return parts.length === 0 ? `the order of the ${nouns[1]} is another` : parts.join('; ');
}

function said(verb: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${verb} ${nameList(names)}`];
}
