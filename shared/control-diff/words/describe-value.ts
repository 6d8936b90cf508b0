import { type Json, isList, isUnset } from '../../controls/json.ts';
import { isSecretMark, type SecretMark } from '../../controls/secret-mark.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import { isTree, textsOf } from '../tree.ts';
import { clipped, nameList } from './phrases.ts';

/** Describes a value in plain words, to follow "Before:" or "Now:". No JSON, no secret, bounded length. */
export function describeValue(value: Json | undefined): string {
  if (isUnset(value)) {
    return 'not set';
  }
  if (isSecretMark(value)) {
    return secretWords[value.$secret];
  }
  if (isList(value) || isTree(value)) {
    return emptyWords(value) ?? counted(Object.keys(value).length, ['entry', 'entries']);
  }
  return describeScalar(value);
}

export function emptyWords(value: Json | undefined): string | undefined {
  if (value === '') {
    return 'an empty text';
  }
  if (isList(value)) {
    return value.length === 0 ? 'an empty list' : undefined;
  }
  return isTree(value) && Object.keys(value).length === 0 ? 'an empty object' : undefined;
}

export function counted(count: number, [one, many]: readonly [one: string, many: string]): string {
  if (count === 0) {
    return 'none';
  }
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export const secretWords = {
  literal: 'a secret (hidden)',
  reference: 'a reference to a secret',
  empty: 'empty',
} as const satisfies Record<SecretMark['$secret'], string>;

/** A text that would read as a number or a switch. */
const looksTyped = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/iu;

/** Quotes a text that would pass for a number or a switch; undefined for any other. */
export function typedText(text: string): string | undefined {
  return looksTyped.test(text) ? `“${text}” (text)` : undefined;
}

function describeScalar(value: Json): string {
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }
  if (typeof value === 'number') {
    return String(value);
  }
  const text = typeof value === 'string' ? clipped(value) : '';
  return emptyWords(text) ?? typedText(text) ?? text;
}

const partsMax = 4;
const layersMax = 4;

/** Describes an entry of a map whose value may have parts: "repo acme/plugins, ref v1". */
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
  return rest > 0 ? `${words} and ${rest} more` : words;
}

function describeList(list: readonly Json[]): string {
  const isNames = list.length > 0 && list.length <= 3 && list.every((each) => typeof each === 'string');
  return isNames ? nameList(textsOf(list)) : describeValue(list);
}

function partsOf(value: Json, layers: number): readonly string[] {
  if (!isTree(value) || layers === 0 || emptyWords(value) !== undefined) {
    return [isList(value) ? describeList(value) : describeValue(value)];
  }
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, member]) =>
      isTree(member) && emptyWords(member) === undefined
        ? partsOf(member, layers - 1)
        : [`${clipped(key)} ${partsOf(member, layers - 1).join(' ')}`],
    );
}
