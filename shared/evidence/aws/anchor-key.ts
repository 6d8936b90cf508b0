import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

import { AnchoringError, type HeadSigner } from '../../controls/ports.ts';
import type { AnchorKey } from '../anchors/check-anchor.ts';

/** Supported key types and the hash each signs with; Ed25519 has its own. */
const digests: Readonly<Record<string, string | null>> = { ed25519: null, ec: 'sha256' };

export class PublicKeyError extends Error {
  override readonly name = 'PublicKeyError';
}

/** Parses a public key as PEM or DER (SubjectPublicKeyInfo). Throws PublicKeyError for anything else. */
export function anchorKey(source: string | Uint8Array): AnchorKey {
  const key = publicKey(source);
  const digest = digests[key.asymmetricKeyType ?? ''];
  if (digest === undefined) {
    throw new PublicKeyError(`the key is of the kind ${key.asymmetricKeyType ?? 'secret'}; it must be Ed25519 or ECC`);
  }
  return {
    fingerprint: createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    verifies: (text, signature) => verify(digest, Buffer.from(text), key, Buffer.from(signature, 'base64')),
  };
}

function publicKey(source: string | Uint8Array): KeyObject {
  try {
    if (typeof source !== 'string') {
      return createPublicKey({ key: Buffer.from(source), format: 'der', type: 'spki' });
    }
    // A private key would parse too, and must not end up in a published file.
    if (!source.includes('PUBLIC KEY')) {
      throw new PublicKeyError('it holds no public key');
    }
    return createPublicKey(source);
  } catch (error) {
    throw error instanceof PublicKeyError ? error : new PublicKeyError('it holds no public key');
  }
}

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
