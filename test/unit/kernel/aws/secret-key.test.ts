import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test, vi } from 'vitest';

import { secretKey } from '../../../../shared/kernel/aws/secret-key.ts';

/** A client whose answers are given in turn; nothing leaves this machine. */
function clientWith(...values: readonly (string | undefined)[]) {
  const client = new SecretsManagerClient({ region: 'eu-central-1' });
  const left = [...values];
  // Of the overloads of `send` the spy knows the one with a callback, which nobody uses here.
  const answer: () => unknown = async () => ({ SecretString: left.shift() });
  const send = vi.spyOn(client, 'send').mockImplementation(answer as () => void);
  return { client, send };
}

test('nothing is read before the key is needed', () => {
  const { client, send } = clientWith('a-key');

  secretKey(client, 'arn:secret');

  expect(send).not.toHaveBeenCalled();
});

test('after a rotation the next reading has the new key', async () => {
  const { client } = clientWith('old-key', 'new-key');
  const readKey = secretKey(client, 'arn:secret');

  const keys = [await readKey(), await readKey()];

  expect(keys).toEqual(['old-key', 'new-key']);
});

test.each([undefined, '', '  \n'])('a secret without text is refused', async (value) => {
  const { client } = clientWith(value);

  await expect(secretKey(client, 'arn:secret')()).rejects.toThrow('holds no text');
});
