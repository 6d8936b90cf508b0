import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { secretFingerprint } from './fingerprint.ts';

class SecretEmptyError extends Error {
  override readonly name = 'SecretEmptyError';
}

/** Reads a key from Secrets Manager on each call, so rotations take effect. Throws SecretEmptyError or SDK errors. */
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
 * The fingerprint with the stack's generated key from Secrets Manager. The key is read on first use and kept: another
 * key would make every secret look changed. A failed read is retried on the next call. Throws SecretEmptyError,
 * FingerprintKeyError, or the SDK's errors.
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
