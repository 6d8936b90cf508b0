import type { Json } from '../../json.ts';
import { isSecretMark } from '../../secret-mark.ts';
import { isList, isTree, isUnset } from '../tree.ts';
import { grouped } from '../../../texts/grouped.ts';
import { clipped } from './clipped.ts';

/** A value in plain words, to follow "Before:" or "Now:". No JSON, no secret, of bounded length. */
export function describeValue(value: Json | undefined): string {
  if (isUnset(value)) {
    return 'not set';
  }
  if (isSecretMark(value)) {
    return describeSecret(value.$secret);
  }
  if (isList(value)) {
    return counted(value.length, ['entry', 'entries']);
  }
  if (isTree(value)) {
    return counted(Object.keys(value).length, ['entry', 'entries']);
  }
  return describeScalar(value);
}

/** "3 paths", "1 path", "none". */
export function counted(count: number, [one, many]: readonly [one: string, many: string]): string {
  if (count === 0) {
    return 'none';
  }
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

function describeSecret(kind: 'literal' | 'reference' | 'empty'): string {
  switch (kind) {
    case 'literal':
      return 'a secret (hidden)';
    case 'reference':
      return 'a reference to a secret';
    case 'empty':
      return 'empty';
  }
}

function describeScalar(value: Json): string {
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }
  if (typeof value === 'number') {
    return String(value);
  }
  const text = typeof value === 'string' ? clipped(value) : '';
  return text === '' ? 'empty' : text;
}
