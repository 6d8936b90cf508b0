import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';

import { clientOptions, type EndpointOptions } from '../../kernel/client-options.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { ExportRefusedError } from '../export-refused.ts';
import type { ExportSink } from '../export-sink.ts';

/** S3 takes 10,000 parts of an object, each but the last of 5 MB at least: 80 GB. */
const partBytesMin = 8_388_608;

/** An object of parts has checksums of all or of none. */
const checksum = { ChecksumAlgorithm: 'CRC32' } as const;

/** Of one part: on a slow line too. */
const requestTimeoutMs = 120_000;

interface S3Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** An S3 object, written in parts with the caller's rights; it exists once it is whole. Raises ExportRefusedError. */
export async function s3Sink(
  place: S3Place,
  {
    endpoint = {},
    contentType,
    note = () => {},
    isKept = false,
  }: {
    /** Where S3 answers; absent: where the environment says. */
    readonly endpoint?: EndpointOptions;
    /** Of HTTP: `text/csv`. */
    readonly contentType: string;
    /** Tells people what is left where an upload could not be taken back. */
    readonly note?: (text: string) => void;
    /** An object that is there stays as it is. */
    readonly isKept?: boolean;
  },
): Promise<ExportSink> {
  const s3 = clientIn(endpoint);
  const refused = (error: unknown): never => {
    throw explain(error, place);
  };
  const begun = new CreateMultipartUploadCommand({ ...place, ContentType: contentType, ...checksum });
  const { UploadId } = await s3.send(begun).catch((error: unknown) => {
    s3.destroy();
    return refused(error);
  });
  const upload = { ...place, UploadId };
  const parts: CompletedPart[] = [];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  async function sendPart() {
    const part = { ...upload, PartNumber: parts.length + 1, Body: Buffer.concat(waiting), ...checksum };
    [waiting, waitingBytes] = [[], 0];
    const { ETag, ChecksumCRC32 } = await s3.send(new UploadPartCommand(part)).catch(refused);
    parts.push({ PartNumber: part.PartNumber, ETag, ChecksumCRC32 });
  }
  async function takeBack() {
    await s3.send(new AbortMultipartUploadCommand(upload)).catch((error: unknown) => note(leftText(upload, error)));
  }
  return {
    async write(part) {
      const bytes = Buffer.from(part);
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= partBytesMin) {
        await sendPart();
      }
    },
    async end() {
      await sendPart();
      const whole = { ...upload, MultipartUpload: { Parts: parts }, ...(isKept && { IfNoneMatch: '*' }) };
      await s3
        .send(new CompleteMultipartUploadCommand(whole))
        .catch(async (error: unknown) => (nameOf(error) === 'PreconditionFailed' ? takeBack() : refused(error)));
      s3.destroy();
    },
    async abort() {
      await takeBack();
      s3.destroy();
    },
  };
}

function clientIn(endpoint: EndpointOptions): S3Client {
  const options = clientOptions(endpoint);
  return new S3Client({
    ...options,
    requestHandler: { ...options.requestHandler, requestTimeout: requestTimeoutMs },
    followRegionRedirects: true,
    // A bucket is no part of the name of a machine that stands in for S3.
    forcePathStyle: 'endpoint' in options,
  });
}

function leftText({ UploadId, ...place }: S3Place & { readonly UploadId: string | undefined }, error: unknown): string {
  return `Parts of ${addressOf(place)} are kept, and paid (${nameOf(error)}); remove them: aws s3api abort-multipart-upload --bucket ${place.Bucket} --key '${place.Key}' --upload-id ${UploadId}`;
}

function addressOf({ Bucket, Key }: S3Place): string {
  return quotedValue(`s3://${Bucket}/${Key}`);
}

const signIn = 'sign in (aws sso login), or set AWS_PROFILE';

const remedies: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket; make it, or name another',
  AccessDenied:
    'the AWS credentials may not; they need s3:PutObject and s3:AbortMultipartUpload there, and kms:GenerateDataKey and kms:Decrypt where a key of its own encrypts it',
  CredentialsProviderError: `there are no credentials for AWS; ${signIn}`,
  TokenProviderError: `there are no credentials for AWS; ${signIn}`,
  ExpiredToken: `the AWS credentials have expired; ${signIn}`,
  InvalidAccessKeyId: `AWS does not know the credentials; ${signIn}`,
  SignatureDoesNotMatch: `AWS refuses the credentials; ${signIn}`,
  PermanentRedirect: 'the bucket is in another region; set AWS_REGION to it',
  AuthorizationHeaderMalformed: 'the bucket is in another region; set AWS_REGION to it',
  NoSuchUpload: 'its parts were removed while it was written; export again',
};

function explain(error: unknown, place: S3Place): ExportRefusedError {
  const isNoRegion = error instanceof Error && error.message.startsWith('Region is missing');
  const known = isNoRegion ? `no region is named; set AWS_REGION to that of ${place.Bucket}` : remedies[nameOf(error)];
  return new ExportRefusedError(
    `${addressOf(place)} cannot be written: ${known ?? `AWS did not take it (${nameOf(error)}); check AWS_REGION and the way to the network, and export again`}`,
  );
}

/** Of what AWS says, a name alone is passed on. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown';
  }
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
