import { canonicalJson, isUnset, type Json } from '../../controls/json.ts';
import type { OrderedShape } from '../catalogue/field-rule.ts';
import { findingAt, illTyped, type Finding, changed, type Verdict } from '../finding.ts';
import type { Place } from '../place.ts';
import { isTree, keysOf, memberOf, isListOrUnset } from '../tree.ts';
import { counted, describeEntry } from '../words/describe-value.ts';
import { filled, nameList, quoted } from '../words/phrases.ts';
import { verdictOnLevels } from './compare-levels.ts';
import { levelsIn } from './levels.ts';

/** Compares a list in which position counts. Rule changes are ambiguous; a changed autonomy level is not. */
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
  const [gone, come] = [without(before ?? [], to), without(after ?? [], from)];
  const [removed, added] = [namesOf(shape, gone), namesOf(shape, come)];
  const edited = editedIn(shape, gone, come);
  const verdict = verdictOn(place, edited, whatHappened(shape, { added, removed, edited }));
  return [
    findingAt(place, {
      ...verdict,
      was: isUnset(before) ? 'not set' : counted(from.length, shape.nouns),
      is: isUnset(after) ? 'not set' : counted(to.length, shape.nouns),
      added,
      removed,
    }),
  ];
}

interface Edited {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
}

function verdictOn({ shape }: Place<OrderedShape>, edited: readonly Edited[], what: string): Verdict {
  const effect = filled(shape.effect, { what });
  const ambiguous = changed(shape.severity, effect);
  if (shape.hasLevels !== true) {
    return ambiguous;
  }
  const verdicts = edited.flatMap(
    ({ name, before, after }) =>
      verdictOnLevels({
        name,
        severity: shape.severity,
        before: levelsIn(before, shape.parts),
        after: levelsIn(after, shape.parts),
      }) ?? [],
  );
  const loose = verdicts.filter(({ direction }) => direction === 'loosened');
  const [worst] = loose.toSorted((a, b) => (a.severity === 'high' ? 0 : 1) - (b.severity === 'high' ? 0 : 1));
  if (worst !== undefined) {
    return { ...worst, effect: `${worst.effect} ${effect}` };
  }
  // The whole is stricter only if nothing else differs.
  const isAllStricter = verdicts.length > 0 && verdicts.every(({ direction }) => direction === 'tightened');
  const isAllSaid = isAllStricter && what === partOf('changed', edited.map(describeEdit));
  return isAllSaid && verdicts[0] !== undefined
    ? { ...verdicts[0], effect: `${verdicts[0].effect} ${effect}` }
    : ambiguous;
}

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

function editedIn(shape: OrderedShape, gone: readonly Json[], come: readonly Json[]): readonly Edited[] {
  const byName = (list: readonly Json[]) => Map.groupBy(list, (each) => namesOf(shape, [each])[0] ?? '');
  const [before, after] = [byName(gone), byName(come)];
  return [...before].flatMap(([name, [own, ...others]]) => {
    const [their, ...rest] = after.get(name) ?? [];
    const isSure = isTree(own) && isTree(their) && others.length === 0 && rest.length === 0;
    return isSure ? [{ name, before: own, after: their }] : [];
  });
}

function whatHappened(
  { nouns }: OrderedShape,
  {
    added,
    removed,
    edited,
  }: { readonly added: readonly string[]; readonly removed: readonly string[]; readonly edited: readonly Edited[] },
): string {
  const both = new Set(added).intersection(new Set(removed));
  const told = new Set(edited.map(({ name }) => name));
  const come = added.filter((name) => !both.has(name));
  const gone = removed.filter((name) => !both.has(name));
  const others = [...both].filter((name) => !told.has(name)).map(quoted);
  const parts = [
    partOf('added', come.length === 0 ? [] : [nameList(come)]),
    partOf('removed', gone.length === 0 ? [] : [nameList(gone)]),
    partOf('changed', [...edited.map(describeEdit), ...others]),
  ].filter((part) => part !== '');
  return parts.length === 0 ? `the order of the ${nouns[1]} is another` : parts.join('; ');
}

const shownMax = 3;

function partOf(verb: string, names: readonly string[]): string {
  const more = names.length > shownMax ? ` and ${names.length - shownMax} more` : '';
  return names.length === 0 ? '' : `${verb} ${names.slice(0, shownMax).join(', ')}${more}`;
}

function describeEdit({ name, before, after }: Edited): string {
  const moved = keysOf(before, after)
    .filter((key) => canonicalJson(memberOf(before, key) ?? null) !== canonicalJson(memberOf(after, key) ?? null))
    .map((key) => `${key} ${describeEntry(memberOf(before, key))} → ${describeEntry(memberOf(after, key))}`);
  return `${quoted(name)} (${moved.slice(0, shownMax).join(', ')})`;
}
