import { canonicalJson, isList, type Json } from '../../controls/json.ts';
import { isSecretMark } from '../../controls/secret-mark.ts';
import { isListOrUnset, isTree, isTreeOrUnset, keysOf, memberOf } from '../tree.ts';
import { describeValue, emptyWords, typedText } from './describe-value.ts';
import { clipped, quoted } from './phrases.ts';

/** Limits for described differences, parts of each, and layers read. */
const saidMax = 3;
const partsMax = 6;
const layersMax = 5;

/** Describes what differs between two values of any form: "PreToolUse: − matcher Execute, command guard.sh". */
export function describeDifference(before: Json | undefined, after: Json | undefined): string {
  const said = differencesIn(before, after, layersMax);
  const more = said.length - saidMax;
  return `${said.slice(0, saidMax).join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function differencesIn(before: Json | undefined, after: Json | undefined, layers: number): readonly string[] {
  if (isEqual(before, after)) {
    return [];
  }
  const inside = differencesInside(before, after, layers);
  if (inside.length > 0) {
    return inside;
  }
  const isReordered = isList(before) && isList(after);
  return [isReordered ? 'the same in another order' : `${brief(before)} → ${brief(after)}`];
}

/** Compares the contents of two lists or objects; none where one is missing and the other empty. */
function differencesInside(before: Json | undefined, after: Json | undefined, layers: number): readonly string[] {
  if (isListOrUnset(before) && isListOrUnset(after)) {
    const [from, to] = [before ?? [], after ?? []];
    const [gone, come] = [without(from, to), without(to, from)];
    return [...come.map((each) => `+ ${brief(each)}`), ...gone.map((each) => `− ${brief(each)}`)];
  }
  return isTreeOrUnset(before) && isTreeOrUnset(after) && layers > 0
    ? keysOf(before, after).flatMap((key) => {
        const inner = differencesIn(memberOf(before, key), memberOf(after, key), layers - 1);
        return inner.map((text) => `${clipped(key)}${/^[+−]/u.test(text) ? ':' : ''} ${text}`);
      })
    : [];
}

function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

function without(list: readonly Json[], other: readonly Json[]): readonly Json[] {
  const left = new Map<string, number>();
  for (const each of other.map((value) => canonicalJson(value))) {
    left.set(each, (left.get(each) ?? 0) + 1);
  }
  return list.filter((each) => {
    const key = canonicalJson(each);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function brief(value: Json | undefined): string {
  const parts = partsOf(value, layersMax);
  const more = parts.length - partsMax;
  return `${parts.slice(0, partsMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function partsOf(value: Json | undefined, layers: number): readonly string[] {
  const empty = emptyWords(value);
  if (empty !== undefined) {
    return [empty];
  }
  if (layers > 0 && isList(value)) {
    return value.flatMap((each) => partsOf(each, layers - 1));
  }
  if (layers > 0 && isTree(value)) {
    return Object.entries(value).flatMap(([key, member]) =>
      (isTree(member) || isList(member)) && emptyWords(member) === undefined
        ? partsOf(member, layers - 1)
        : [`${clipped(key)} ${brief(member)}`],
    );
  }
  return [
    isSecretMark(value) || typeof value !== 'string' ? describeValue(value) : (typedText(value) ?? quoted(value)),
  ];
}
