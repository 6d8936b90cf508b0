import { GetPublicKeyCommand, SignCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { HeadSigner } from '../../application/controls/anchors/anchor-ports.ts';
import type { AnchorKey } from '../../domain/controls/evidence/anchors/check-anchor.ts';
import { anchorKey } from './anchor-key.ts';
import { asAnchoringError } from './as-anchoring-error.ts';

export interface KmsKey {
  readonly organization: string;
  /** ID or ARN of a key ECC_NIST_P256 for SIGN_VERIFY. */
  readonly keyId: string;
}

/** Signs with a key of KMS, whose private half nobody can read. The public half is fetched once. */
export function kmsHeadSigner(kms: Pick<KMSClient, 'send'>, { organization, keyId }: KmsKey): HeadSigner {
  let key: AnchorKey | undefined;
  return {
    async identity() {
      key ??= await asAnchoringError('the key that signs the evidence cannot be read', async () => {
        const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }));
        return anchorKey(PublicKey ?? new Uint8Array());
      });
      return { organization, key };
    },
    sign: async (text) =>
      asAnchoringError('the evidence cannot be signed', async () => {
        const { Signature } = await kms.send(
          new SignCommand({
            KeyId: keyId,
            Message: Buffer.from(text),
            MessageType: 'RAW',
            SigningAlgorithm: 'ECDSA_SHA_256',
          }),
        );
        return Buffer.from(Signature ?? new Uint8Array()).toString('base64');
      }),
  };
}
