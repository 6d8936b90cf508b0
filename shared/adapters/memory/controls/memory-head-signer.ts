import type { HeadSigner } from '../../../application/controls/ports.ts';
import { sha256 } from '../../../domain/sha256.ts';

/** Signs in memory, with a made-up signature that only this secret gives. */
export function memoryHeadSigner(organization = 'acme', secret = 'first'): HeadSigner {
  const signatureOf = (text: string): string => Buffer.from(sha256(`${secret}\n${text}`)).toString('base64');
  return {
    identity: async () => ({
      organization,
      key: {
        fingerprint: sha256(secret),
        pem: `key ${secret}`,
        verifies: (text, signature) => signature === signatureOf(text),
      },
    }),
    sign: async (text) => signatureOf(text),
  };
}
