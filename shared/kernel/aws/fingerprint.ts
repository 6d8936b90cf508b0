import { createHmac } from 'node:crypto';

// Domain separation: the same key used elsewhere never gives the same hash.
const domain = 'curfew/secret-fingerprint/1\u0000';
const fingerprintChars = 12;
const keyCharsMin = 32;

class FingerprintKeyError extends Error {
  override readonly name = 'FingerprintKeyError';
}

/**
 * A keyed hash of secrets: HMAC-SHA-256, cut to 12 hexadecimal characters. Under one key equal secrets have equal
 * fingerprints, which shows changes; without the key guesses cannot be tested. Throws FingerprintKeyError for a key
 * under 32 characters.
 */
export function secretFingerprint(key: string): (secret: string) => string {
  if (key.length < keyCharsMin) {
    throw new FingerprintKeyError(`the key of the fingerprints must have at least ${keyCharsMin} characters`);
  }
  return (secret) =>
    createHmac('sha256', key).update(domain).update(secret, 'utf8').digest('hex').slice(0, fingerprintChars);
}
