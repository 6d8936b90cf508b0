import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

import { AnchoringError, type HeadSigner } from '../../controls/use-cases/ports.ts';
import { anchorKey } from './anchor-key.ts';

/** Signs with this machine's Ed25519 key, its private half as PEM, read on first use. */
export function ed25519HeadSigner(organization: string, readKey: () => string): HeadSigner {
  let read: ReturnType<typeof keysOf> | undefined;
  const keys = () => (read ??= keysOf(readKey));
  return {
    identity: async () => ({ organization, key: keys().publicKey }),
    sign: async (text) => sign(null, Buffer.from(text), keys().privateKey).toString('base64'),
  };
}

function keysOf(readKey: () => string) {
  const text = readKey();
  try {
    const privateKey = createPrivateKey(text);
    const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
    return { privateKey, publicKey: anchorKey(pem) };
  } catch (cause) {
    throw new AnchoringError('the key that signs the evidence cannot be used', { cause });
  }
}
