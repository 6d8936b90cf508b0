import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { s3ConsoleBucket, type ConsoleBucket } from '../../../../shared/wiring/lambda/console-bucket.ts';
import { createHandler } from '../../../../shared/wiring/lambda/place-console-handler.ts';
import { startFakeBucket, type FakeBucket } from '../../../support/fake-bucket.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-11-23T06:00:00Z');
const config = '{"signIn":{"kind":"issuer"}}';
const order = {
  ResponseURL: 'https://cloudformation.example/answer?signed',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Files',
  ResourceProperties: { ServiceToken: 'arn', sources: 'a1b2', config },
};

let kept: FakeBucket;
let s3: S3Client;

beforeAll(async () => {
  kept = await startFakeBucket();
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'of-the-role' };
  s3 = new S3Client({ endpoint: kept.url, region: 'eu-central-1', credentials, maxAttempts: 1 });
});

beforeEach(() => {
  kept.objects.clear();
  kept.isGone = false;
});

afterAll(async () => {
  s3.destroy();
  await kept.close();
});

async function carryOut(RequestType: string, files: Readonly<Record<string, string>> = {}, over?: ConsoleBucket) {
  const answers: { readonly url: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
  const puts: string[] = [];
  const bucket = over ?? s3ConsoleBucket(s3, 'console-bucket');
  const handler = createHandler({
    logger: createLogger('place-console'),
    bucket: {
      ...bucket,
      async put(file) {
        puts.push(file.key);
        await bucket.put(file);
      },
    },
    files: () => Object.entries(files).map(([key, text]) => ({ key, bytes: new TextEncoder().encode(text) })),
    now: () => now,
    async answer(url, body) {
      answers.push({ url, body: JSON.parse(body) as Readonly<Record<string, unknown>> });
      return Promise.resolve();
    },
  });
  await handler({ ...order, RequestType });
  return { answers, puts };
}

test('files are placed as browsers get them, the page that names them last, and CloudFormation gets an answer', async () => {
  const { answers, puts } = await carryOut('Create', {
    'index.html': '<!doctype html>',
    'assets/main-1a2b.js': 'script',
    'assets/main-1a2b.js.br': 'packed',
    '.vite/manifest.json': '{}',
    'sources.txt': 'a1b2',
  });

  const placed = [...kept.objects].map(([key, { bytes, type, cacheControl }]) => [
    key,
    String(bytes),
    type,
    cacheControl,
  ]);
  expect(placed).toEqual([
    ['assets/main-1a2b.js', 'script', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['console.json', config, 'application/json', 'no-cache'],
    ['index.html', '<!doctype html>', 'text/html; charset=utf-8', 'no-cache'],
  ]);
  expect(puts.at(-1)).toBe('index.html');
  const { StackId, RequestId, LogicalResourceId } = order;
  const ids = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: 'console-files' };
  expect(answers).toEqual([{ url: order.ResponseURL, body: { ...ids, Status: 'SUCCESS' } }]);
});

test('files of an earlier deployment stay for a month, for pages that are open, and go then', async () => {
  const old = { bytes: Buffer.from(''), type: '', cacheControl: '' };
  kept.objects.set('assets/open.js', { ...old, placedAt: new Date(now - 29 * dayMs).toISOString() });
  kept.objects.set('assets/old.js', { ...old, placedAt: new Date(now - 31 * dayMs).toISOString() });

  await carryOut('Update', { 'index.html': 'page' });

  expect([...kept.objects.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'assets/open.js',
    'console.json',
    'index.html',
  ]);
});

test('a stack that goes takes all of them along, however many pages of a list they are', async () => {
  const files = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`assets/${index}.js`, 'script']));
  await carryOut('Create', { ...files, 'index.html': 'page' });
  expect(kept.objects.size).toBe(47);

  const { answers } = await carryOut('Delete');

  expect(kept.objects.size).toBe(0);
  expect(answers).toMatchObject([{ body: { Status: 'SUCCESS' } }]);
});

test('a bucket that is gone already keeps no stack from going', async () => {
  kept.isGone = true;

  const { answers } = await carryOut('Delete');

  expect(answers).toMatchObject([{ body: { Status: 'SUCCESS' } }]);
});

test('a refusal fails the deployment at once, in words that hold nothing of what was refused', async () => {
  kept.isGone = true;

  const { answers } = await carryOut('Create', { 'index.html': 'page' });

  expect(answers).toMatchObject([{ body: { Status: 'FAILED', Reason: expect.stringContaining('the log') } }]);
  expect(JSON.stringify(answers)).not.toContain('NoSuchBucket');
});

test('an order that CloudFormation could not have given is not carried out', async () => {
  await expect(carryOut('Replace')).rejects.toThrow('RequestType');
  expect(kept.objects.size).toBe(0);
});
