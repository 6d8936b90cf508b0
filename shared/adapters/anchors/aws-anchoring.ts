import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import type { Anchoring } from '../../application/controls/anchors/anchor-ports.ts';
import { kmsHeadSigner, type KmsKey } from './kms-head-signer.ts';
import { s3AnchorStore, type AnchorBucket } from './s3-anchor-store.ts';

/** Where the services are, when that is not for the SDK to find. */
interface AwsPlaces {
  readonly kms?: ClientPlace;
  readonly s3?: ClientPlace;
}

interface ClientPlace {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** A key or bucket that does not answer must not keep a run from telling of a change. */
const patience = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** How a deployment anchors its evidence: a key of KMS, and a bucket with Object Lock. Nothing is called yet. */
export function awsAnchoring(of: KmsKey & AnchorBucket, { kms, s3 }: AwsPlaces = {}): Anchoring {
  return {
    organization: of.organization,
    signer: kmsHeadSigner(new KMSClient({ ...patience, ...kms }), of),
    anchors: s3AnchorStore(new S3Client({ ...patience, ...s3 }), of),
  };
}
