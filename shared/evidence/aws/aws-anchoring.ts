import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';

import { type Anchoring, AnchoringError, type HeadSigner } from '../../controls/ports.ts';
import type { AnchorKey } from '../anchors/check-anchor.ts';
import { anchorKey } from './anchor-key.ts';
import { type AnchorBucket, asAnchoringError, s3AnchorStore } from './s3-anchor-store.ts';

interface ClientPlace {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** A slow key or bucket must not keep a run from reporting a change. */
const patience = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** Anchors a deployment's evidence with a KMS key and a bucket with Object Lock. Makes no call yet. */
export function awsAnchoring(
  of: KmsKey & AnchorBucket,
  { kms, s3 }: { readonly kms?: ClientPlace; readonly s3?: ClientPlace } = {},
): Anchoring {
  return {
    organization: of.organization,
    signer: kmsHeadSigner(new KMSClient({ ...patience, ...kms }), of),
    anchors: s3AnchorStore(new S3Client({ ...patience, ...s3 }), of),
  };
}

interface KmsKey {
  readonly organization: string;
  /** ID or ARN of a key ECC_NIST_P256 for SIGN_VERIFY. */
  readonly keyId: string;
}

/** Signs with KMS, which does not export the private half. Fetches the public half once. */
function kmsHeadSigner(kms: KMSClient, { organization, keyId }: KmsKey): HeadSigner {
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

/** For an installation without key or storage for signed heads: every use reports `problem`. */
export function noAnchoring(problem: string): Anchoring {
  const raise = async (): Promise<never> => {
    throw new AnchoringError(problem);
  };
  return {
    organization: '',
    signer: { identity: raise, sign: raise },
    anchors: {
      put: raise,
      newest: raise,
      async *list() {
        await raise();
        yield* [];
      },
    },
  };
}
