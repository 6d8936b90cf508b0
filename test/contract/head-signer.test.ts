import { generateKeyPairSync } from 'node:crypto';

import { expect, test } from 'vitest';

import { AnchoringError } from '../../shared/controls/ports.ts';
import { anchorKey, ed25519HeadSigner, PublicKeyError } from '../../shared/evidence/aws/anchor-key.ts';
import { memoryHeadSigner } from '../../shared/evidence/memory-store.ts';
import { describeHeadSigner } from './head-signer-contract.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describeHeadSigner('in memory', async () => memoryHeadSigner());
describeHeadSigner('with a key of this machine', async () => ed25519HeadSigner('acme', () => pem));

test('a key that cannot be used is an error that holds nothing of it', async () => {
  const signer = ed25519HeadSigner('acme', () => pem.replace('MC4', 'XXX'));

  await expect(signer.sign('text')).rejects.toThrow(AnchoringError);
  await expect(signer.sign('text')).rejects.not.toThrow('XXX');
});

test.each([
  ['a private key', pem],
  ['no key', 'hello'],
  [
    'a key of another kind',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ],
])('%s is no public key that heads are signed with', (_name, text) => {
  expect(() => anchorKey(text)).toThrow(PublicKeyError);
});
