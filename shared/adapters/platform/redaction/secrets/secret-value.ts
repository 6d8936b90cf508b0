import { canonicalJson } from '../../../../domain/controls/canonical-json.ts';
import type { Json, JsonObject } from '../../../../domain/controls/json.ts';
import type { SecretMark } from '../../../../domain/controls/secret-mark.ts';
import { isReference } from './harmless-value.ts';
import type { Fingerprint } from '../redact-text.ts';

// A secret that is not a text gets a different mark from the text that it would be written as.
const notAText = '\u0000json:';

/** The mark for a value that is a secret as a whole, whatever its type. */
export function markOf(value: Json, fingerprint: Fingerprint): SecretMark & JsonObject {
  if (isNothing(value)) {
    return { $secret: 'empty' };
  }
  if (typeof value === 'string') {
    return { $secret: isReference(value) ? 'reference' : 'literal', fingerprint: fingerprint(value) };
  }
  return { $secret: 'literal', fingerprint: fingerprint(notAText + canonicalJson(value)) };
}

function isNothing(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
