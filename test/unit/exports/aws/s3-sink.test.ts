import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { s3Sink } from '../../../../shared/exports/aws/s3-sink.ts';

/** What is asked of the bucket, and what it holds. */
const bucket = { parts: new Map<string, Buffer>(), objects: new Map<string, Buffer>(), asked: [] as string[] };
let refusal:
  | { readonly of: string; readonly status: number; readonly code: string; readonly region?: string }
  | undefined;

const server = createServer((request, response) => void receive(request, response));
let endpoint = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  bucket.parts.clear();
  bucket.objects.clear();
  bucket.asked = [];
  refusal = undefined;
});

test('an export becomes an object of S3 in parts, once it is whole', async () => {
  const lines = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(2_500_000));
  const sink = await opened();
  for (const line of lines) {
    await sink.write(line);
  }
  expect(bucket.objects.size).toBe(0);

  await sink.end();

  expect(bucket.objects.get('/figures/2026/usage.csv')?.toString()).toBe(lines.join(''));
  expect(bucket.asked).toEqual(['begin', 'part', 'part', 'complete']);
});

test('an upload that is refused midway is taken back and leaves nothing', async () => {
  const sink = await opened();
  refusal = { of: 'part', status: 403, code: 'AccessDenied' };

  await expect(sink.write('x'.repeat(9_000_000))).rejects.toThrow(
    '"s3://figures/2026/usage.csv" cannot be written: the AWS credentials may not; they need s3:PutObject',
  );
  await sink.abort();

  expect([bucket.objects.size, bucket.parts.size, bucket.asked.at(-1)]).toEqual([0, 0, 'abort']);
});

test('parts that cannot be taken back are named with the command that removes them', async () => {
  const notes: string[] = [];
  const sink = await opened(notes);
  refusal = { of: 'abort', status: 403, code: 'AccessDenied' };

  await sink.abort();

  expect(notes).toEqual([expect.stringContaining("--bucket figures --key '2026/usage.csv' --upload-id upload-1")]);
});

test.each([
  ['NoSuchBucket', 404, 'there is no such bucket; make it, or name another'],
  ['AccessDenied', 403, 'the AWS credentials may not; they need s3:PutObject and s3:AbortMultipartUpload'],
  ['ExpiredToken', 400, 'the AWS credentials have expired; sign in'],
  ['AuthorizationHeaderMalformed', 400, 'the bucket is in another region; set AWS_REGION to it'],
  ['MethodNotAllowed', 405, 'AWS did not take it (MethodNotAllowed)'],
])('%s is said in words before a row is written', async (code, status, words) => {
  refusal = { of: 'begin', status, code };

  await expect(opened()).rejects.toThrow(words);
});

test('a bucket in another region is written there', async () => {
  refusal = { of: 'begin', status: 301, code: 'PermanentRedirect', region: 'eu-central-1' };
  const sink = await opened();

  await sink.write('day\n');
  await sink.end();

  expect(bucket.objects.get('/figures/2026/usage.csv')?.toString()).toBe('day\n');
});

test('an object that is to stay as it is is written once', async () => {
  refusal = { of: 'complete', status: 412, code: 'PreconditionFailed' };
  const sink = await opened([], true);

  await sink.write('later');
  await sink.end();

  expect([bucket.objects.size, bucket.asked]).toEqual([0, ['begin', 'part', 'abort']]);
});

async function opened(notes: string[] = [], isKept = false) {
  const place = { Bucket: 'figures', Key: '2026/usage.csv' };
  const at = { endpoint, region: 'us-east-1' };
  return s3Sink(place, { endpoint: at, contentType: 'text/csv', note: (text) => void notes.push(text), isKept });
}

/** Answers as the documents of S3 say. */
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', endpoint);
  const body = await bytesOf(request);
  const asked = askedOf(request.method, query);
  const isThere = refusal?.region !== undefined && request.headers.authorization?.includes(refusal.region) === true;
  if (refusal?.of === asked && !isThere) {
    const { status, code, region } = refusal;
    response.writeHead(status, region === undefined ? {} : { 'x-amz-bucket-region': region });
    response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    return;
  }
  bucket.asked.push(asked);
  if (asked === 'part') {
    bucket.parts.set(query.get('partNumber') ?? '', body);
    response.writeHead(200, { etag: '"e"', 'x-amz-checksum-crc32': 'AAAAAA==' }).end();
    return;
  }
  if (asked === 'complete') {
    bucket.objects.set(pathname, Buffer.concat([...bucket.parts.values()]));
  }
  if (asked === 'abort') {
    bucket.parts.clear();
  }
  response.writeHead(200).end(answers[asked]);
}

const answers: Readonly<Record<string, string>> = {
  begin: '<InitiateMultipartUploadResult><UploadId>upload-1</UploadId></InitiateMultipartUploadResult>',
  complete: '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>',
};

function askedOf(method: string | undefined, query: URLSearchParams): string {
  if (query.has('uploads')) {
    return 'begin';
  }
  if (query.has('partNumber')) {
    return 'part';
  }
  return method === 'DELETE' ? 'abort' : 'complete';
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
