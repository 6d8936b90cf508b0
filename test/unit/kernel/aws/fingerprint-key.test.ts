import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test, vi } from 'vitest';

import { secretFingerprint } from '../../../../shared/kernel/aws/fingerprint.ts';
import { storedFingerprint } from '../../../../shared/kernel/aws/secret-key.ts';

const key = 'a key that the stack has generated';

/** A client whose answers are given in turn; nothing leaves this machine. */
function clientWith(...answers: readonly (string | Error)[]) {
  const client = new SecretsManagerClient({ region: 'eu-central-1' });
  const left = [...answers];
  // Of the overloads of `send` the spy knows the one with a callback, which nobody uses here.
  const answer: () => unknown = async () => {
    const next = left.shift();
    if (next instanceof Error) {
      throw next;
    }
    return { SecretString: next };
  };
  const send = vi.spyOn(client, 'send').mockImplementation(answer as () => void);
  return { client, send };
}

test('the key is read when it is first needed, and once', async () => {
  const { client, send } = clientWith(key);
  const read = storedFingerprint(client, 'arn:secret');
  const readsBefore = send.mock.calls.length;

  const fingerprints = [(await read())('hunter2'), (await read())('hunter2')];

  expect(readsBefore).toBe(0);
  expect(send).toHaveBeenCalledTimes(1);
  expect(fingerprints).toEqual(Array(2).fill(secretFingerprint(key)('hunter2')));
});

test('a reading that failed is made again', async () => {
  const { client } = clientWith(new Error('throttled'), key);
  const read = storedFingerprint(client, 'arn:secret');

  await expect(read()).rejects.toThrow('throttled');
  const fingerprint = await read();

  expect(fingerprint('hunter2')).toBe(secretFingerprint(key)('hunter2'));
});

test('a key that could be guessed is refused', async () => {
  const { client } = clientWith('short');

  await expect(storedFingerprint(client, 'arn:secret')()).rejects.toThrow('at least 32 characters');
});
