import type { Json } from '../../json.ts';
import { isList, isTree, textsOf } from '../tree.ts';
import { clipped } from './clipped.ts';
import { counted, describeValue } from './describe-value.ts';
import { nameList } from './name-list.ts';

/** How many parts of an entry are described, and how many layers of it are read. */
const partsMax = 4;
const layersMax = 4;

/** An entry of a map whose value may have parts, in plain words: "repo acme/plugins, ref v1". */
export function describeEntry(value: Json | undefined): string {
  if (isList(value)) {
    return describeList(value);
  }
  if (!isTree(value)) {
    return describeValue(value);
  }
  const parts = partsOf(value, layersMax);
  const rest = parts.length - partsMax;
  const words = parts.slice(0, partsMax).join(', ');
  return parts.length === 0 ? 'set, and empty' : rest > 0 ? `${words} and ${rest} more` : words;
}

/** Names where there are few of them, else how many. */
function describeList(list: readonly Json[]): string {
  const isNames = list.length > 0 && list.length <= 3 && list.every((each) => typeof each === 'string');
  return isNames ? nameList(textsOf(list)) : counted(list.length, ['entry', 'entries']);
}

function partsOf(value: Json, layers: number): readonly string[] {
  if (!isTree(value) || layers === 0) {
    return [isList(value) ? describeList(value) : describeValue(value)];
  }
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, member]) =>
      isTree(member) ? partsOf(member, layers - 1) : [`${clipped(key)} ${partsOf(member, layers - 1).join(' ')}`],
    );
}
