import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The secret was found, but there is no text in it. */
class SecretEmptyError extends Error {
  override readonly name = 'SecretEmptyError';
}

/**
 * Reads a key from Secrets Manager, anew each time it is called: after a rotation the next call has the
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
