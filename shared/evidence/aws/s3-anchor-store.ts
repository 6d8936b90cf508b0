import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3ServiceException,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

import { type AnchorStore, AnchoringError } from '../../controls/ports.ts';
import { invariant } from '../../kernel/invariant.ts';
import { type Anchor, statementIn } from '../anchors/anchor.ts';
import type { StoredAnchor } from '../anchors/check-anchor.ts';
import { readAnchor, writeAnchor } from '../contract.ts';

export interface AnchorBucket {
  readonly bucket: string;
  /** The prefix of every key, so that organizations can share a bucket. */
  readonly organization: string;
  /** Days during which an object cannot be changed or removed. */
  readonly retentionDays: number;
}

const dayMs = 86_400_000;
const readsAtOnce = 25;
const objectBytesMax = 16_384;
/** Twenty years of ten signed heads a day, a thousand versions a page. */
const pagesMax = 200;
/** Keys count milliseconds down from here: S3 lists ascending, so the newest comes first. */
const countedDownFrom = 9_999_999_999_999;

/**
 * Signed heads in a bucket with Object Lock in compliance mode: not even the root user can change or remove a version
 * early. Reads every version, so that a later one hides nothing.
 */
export function s3AnchorStore(s3: S3Client, place: AnchorBucket): AnchorStore {
  return {
    put: async (anchor) =>
      asAnchoringError('the bucket of signed heads cannot be written', async () => put(s3, place, anchor)),
    newest: async (countMax) =>
      asAnchoringError('the bucket of signed heads cannot be read', async () => {
        const { Versions = [] } = await page(s3, place, { MaxKeys: countMax });
        return readAll(s3, place, Versions);
      }),
    async *list() {
      let after: ListObjectVersionsCommandOutput | undefined;
      for (let count = 0; count < pagesMax; count += 1) {
        const listed = await asAnchoringError('the bucket of signed heads cannot be read', async () =>
          page(s3, place, { KeyMarker: after?.NextKeyMarker, VersionIdMarker: after?.NextVersionIdMarker }),
        );
        const versions = listed.Versions ?? [];
        for (let from = 0; from < versions.length; from += readsAtOnce) {
          yield* await asAnchoringError('the bucket of signed heads cannot be read', async () =>
            readAll(s3, place, versions.slice(from, from + readsAtOnce)),
          );
        }
        if (listed.IsTruncated !== true) {
          return;
        }
        after = listed;
      }
    },
  };
}

async function put(s3: S3Client, { bucket, organization, retentionDays }: AnchorBucket, anchor: Anchor): Promise<void> {
  const statement = statementIn(anchor.text);
  invariant(statement !== undefined, 'what is kept was signed here');
  const atMs = Date.parse(statement.at);
  const Key = `${organization}/${String(countedDownFrom - atMs).padStart(13, '0')}-${statement.seq}.json`;
  try {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key,
        Body: writeAnchor(anchor),
        ContentType: 'application/json',
        IfNoneMatch: '*',
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: new Date(atMs + retentionDays * dayMs),
      }),
    );
  } catch (error) {
    // Already there: an interrupted run has put it.
    if (!(error instanceof S3ServiceException) || error.name !== 'PreconditionFailed') {
      throw error;
    }
  }
}

async function page(
  s3: S3Client,
  { bucket, organization }: AnchorBucket,
  wanted: {
    readonly MaxKeys?: number;
    readonly KeyMarker?: string | undefined;
    readonly VersionIdMarker?: string | undefined;
  },
): Promise<ListObjectVersionsCommandOutput> {
  return s3.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: `${organization}/`, ...wanted }));
}

type Version = NonNullable<ListObjectVersionsCommandOutput['Versions']>[number];

async function readAll(
  s3: S3Client,
  place: AnchorBucket,
  versions: readonly Version[],
): Promise<readonly StoredAnchor[]> {
  return Promise.all(versions.map(async (version) => read(s3, place, version)));
}

async function read(
  s3: S3Client,
  { bucket }: AnchorBucket,
  { Key, VersionId, Size = 0, IsLatest }: Version,
): Promise<StoredAnchor> {
  const place = `${Key ?? ''}${IsLatest === true ? '' : ` version ${VersionId ?? ''}`}`;
  if (Size > objectBytesMax) {
    return { place, anchor: undefined };
  }
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key, VersionId }));
  return { place, anchor: readAnchor((await Body?.transformToString()) ?? '') };
}

/** Runs a call of AWS; its error is reported by name alone, since a message may hold accounts and values. */
export async function asAnchoringError<T>(problem: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AnchoringError(`${problem} (${cause instanceof Error ? cause.name : 'unknown'})`, { cause });
  }
}
