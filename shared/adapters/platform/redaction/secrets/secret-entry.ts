import { redactKey, redactText } from '../redact-text.ts';
import { isSecretName } from './secret-name.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Whether an entry of a free-form map looks like a secret, by its name or its value. An id in the form of a UUID is none. */
export function isSecretEntry(key: string, value: string): boolean {
  return isSecretName(key) || holdsSecret(key, redactKey) || (!uuid.test(value) && holdsSecret(value, redactText));
}

function holdsSecret(text: string, redact: typeof redactText | typeof redactKey): boolean {
  return redact(text, 'documented', () => '') !== text;
}
