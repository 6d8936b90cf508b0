import { createHmac } from 'node:crypto';

// Says what the hash is for: the same key used elsewhere never gives the same text.
const domain = 'curfew/secret-fingerprint/1\u0000';
const fingerprintChars = 12;
const keyCharsMin = 32;

/** The key of the fingerprints is too short to hide what they are made of. */
class FingerprintKeyError extends Error {
  override readonly name = 'FingerprintKeyError';
}

/**
 * A keyed hash of secrets: HMAC-SHA-256, shortened to 12 hexadecimal characters. Equal secrets have equal fingerprints
 * under one key, which shows that a secret was changed; without the key nobody can try out guesses. Throws
 * FingerprintKeyError when the key has fewer than 32 characters.
 */
export function secretFingerprint(key: string): (secret: string) => string {
  if (key.length < keyCharsMin) {
    throw new FingerprintKeyError(`the key of the fingerprints must have at least ${keyCharsMin} characters`);
  }
  return (secret) =>
    createHmac('sha256', key).update(domain).update(secret, 'utf8').digest('hex').slice(0, fingerprintChars);
}
