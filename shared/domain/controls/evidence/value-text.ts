import { canonicalJson } from '../canonical-json.ts';
import type { Json } from '../json.ts';
import { isSecretMark } from '../secret-mark.ts';

/** A value of a control as text: JSON, or what stands for a secret. */
export function valueText(value: Json): string {
  if (!isSecretMark(value)) {
    return canonicalJson(value);
  }
  switch (value.$secret) {
    case 'literal':
      return `[secret:${value.fingerprint ?? ''}]`;
    case 'reference':
      return `[reference to a secret:${value.fingerprint ?? ''}]`;
    case 'empty':
      return '[empty secret]';
  }
}
