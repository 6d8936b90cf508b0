import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { secretFingerprint } from './fingerprint.ts';

/** The secret was found, but there is no text in it. */
class SecretEmptyError extends Error {
  override readonly name = 'SecretEmptyError';
}

/**
 * Reads a key from Secrets Manager, again each time it is called: after a rotation the next call has the
 * new key. Throws SecretEmptyError, or what the SDK throws when the secret cannot be read.
 */
export function secretKey(secrets: SecretsManagerClient, secretId: string): () => Promise<string> {
  return async () => {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    if (SecretString === undefined || SecretString.trim() === '') {
      throw new SecretEmptyError('a secret that should hold a key holds no text');
    }
    return SecretString;
  };
}

/**
 * The fingerprint whose key is in Secrets Manager, where the stack generated it. The key is read when it is first
 * needed and kept: another key would make every secret look changed. A reading that failed is made again the next
 * time. Throws SecretEmptyError, FingerprintKeyError, or what the SDK throws when the secret cannot be read.
 */
export function storedFingerprint(
  secrets: SecretsManagerClient,
  secretId: string,
): () => Promise<(secret: string) => string> {
  const readKey = secretKey(secrets, secretId);
  let kept: ((secret: string) => string) | undefined;
  return async () => {
    kept ??= secretFingerprint(await readKey());
    return kept;
  };
}
