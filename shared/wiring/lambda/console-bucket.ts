import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';

export interface ConsoleFile {
  /** As in its address, without the slash at its beginning. */
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly cacheControl: string;
}

interface PlacedFile {
  readonly key: string;
  /** Unix milliseconds. */
  readonly placedAtMs: number;
}

export interface ConsoleBucket {
  put(file: ConsoleFile): Promise<void>;
  list(): Promise<readonly PlacedFile[]>;
  remove(keys: readonly string[]): Promise<void>;
}

/** S3 lists and removes so many at once. */
const atOnceMax = 1_000;
const pagesMax = 100;

export function s3ConsoleBucket(s3: S3Client, Bucket: string): ConsoleBucket {
  return {
    async put({ key, bytes, type, cacheControl }) {
      await s3.send(
        new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: type, CacheControl: cacheControl }),
      );
    },
    async list() {
      const placed: PlacedFile[] = [];
      let token: string | undefined;
      for (let page = 0; page < pagesMax; page += 1) {
        const answer = await s3
          .send(new ListObjectsV2Command({ Bucket, MaxKeys: atOnceMax, ContinuationToken: token }))
          .catch(nothingWithoutBucket);
        for (const { Key, LastModified } of answer.Contents ?? []) {
          placed.push({ key: Key ?? '', placedAtMs: LastModified?.getTime() ?? 0 });
        }
        token = answer.NextContinuationToken;
        if (token === undefined) {
          break;
        }
      }
      return placed;
    },
    async remove(keys) {
      for (let from = 0; from < keys.length; from += atOnceMax) {
        const Objects = keys.slice(from, from + atOnceMax).map((Key) => ({ Key }));
        const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        if (Errors.length > 0) {
          throw new Error(`S3 did not remove ${Errors.length} files: ${Errors[0]?.Code ?? 'no reason'}`);
        }
      }
    },
  };
}

function nothingWithoutBucket(error: unknown): {
  readonly Contents?: undefined;
  readonly NextContinuationToken?: undefined;
} {
  if (error instanceof S3ServiceException && error.name === 'NoSuchBucket') {
    return {};
  }
  throw error;
}
