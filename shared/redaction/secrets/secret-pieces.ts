import { canonicalJson, type Json, type JsonObject } from '../../controls/json.ts';
import type { SecretMark } from '../../controls/secret-mark.ts';
import type { Fingerprint } from '../redact-text.ts';
import { isNamedVariable, isReference } from './harmless-value.ts';
import { isBytes } from './shaped-secrets.ts';

// Shorter lists and pieces are ordinary names and numbers.
const piecesMin = 6;
const pieceCharsMax = 2;
const wordIntegerMax = 2 ** 32;

/** A secret split into bytes, characters or machine words. */
export function arePieces(values: readonly Json[]): boolean {
  if (values.length < piecesMin) {
    return false;
  }
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === values.length) {
    return isBytes(numbers) || areMachineWords(numbers);
  }
  const texts = values.filter((value) => typeof value === 'string');
  const isCut = texts.every((text) => text.length <= pieceCharsMax || /^0x[0-9a-f]{2}$/iu.test(text));
  return texts.length === values.length && isCut;
}

function areMachineWords(numbers: readonly number[]): boolean {
  const large = numbers.filter((number) => Number.isInteger(number) && Math.abs(number) > 99_999);
  return large.length * 2 >= numbers.length && numbers.every((number) => Math.abs(number) <= wordIntegerMax);
}

/** An object used as a list: its keys are indexes. */
export function isIndexed(object: JsonObject): boolean {
  const keys = Object.keys(object);
  return keys.length >= piecesMin && keys.every((key) => /^\d{1,5}$/u.test(key));
}

// A non-text secret gets another mark than its text form.
const notAText = '\u0000json:';

/** The mark of a wholly secret value of any type. */
export function markOf(value: Json, fingerprint: Fingerprint): SecretMark & JsonObject {
  if (isNothing(value)) {
    return { $secret: 'empty' };
  }
  if (typeof value === 'string') {
    return {
      $secret: isReference(value) || isNamedVariable(value) ? 'reference' : 'literal',
      fingerprint: fingerprint(value),
    };
  }
  return { $secret: 'literal', fingerprint: fingerprint(notAText + canonicalJson(value)) };
}

function isNothing(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
