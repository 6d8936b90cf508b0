import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretFingerprint } from './fingerprint.ts';
import { secretKey } from './secret-key.ts';

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
