import { randomBytes } from 'node:crypto';

import { CannotStartError } from '../cannot-start-error.ts';
import { privateKeyFile } from './private-key-file.ts';

const keyBytes = 32;
const keyPattern = /^[\w-]{43}$/u;

/** This machine's fingerprint key. Never replaced: secrets would look changed. Throws CannotStartError if unusable. */
export function localFingerprintKey(file: string): string {
  const key = privateKeyFile(file, {
    make: () => `${randomBytes(keyBytes).toString('base64url')}\n`,
    purpose: 'hides secrets in the evidence',
  });
  if (!keyPattern.test(key)) {
    throw new CannotStartError(
      `${file} does not hold a key of Curfew. Restore it from a backup; or remove it, and every secret in the controls will look changed once`,
    );
  }
  return key;
}
