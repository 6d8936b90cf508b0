import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';

import { filesFolder, placeConsole, placeConsoleVariables } from '../../kernel/runs/contract/place-console-function.ts';
import { createLogger } from '../../kernel/runtime/logger.ts';
import { readEnvironment } from '../../kernel/runtime/read-environment.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import { s3ConsoleBucket } from './console-bucket.ts';
import { createHandler } from './place-console-handler.ts';

const { CURFEW_CONSOLE_BUCKET } = readEnvironment(z.object(placeConsoleVariables), process.env);
const answerMsMax = 20_000;

export const handler = createHandler({
  logger: createLogger(placeConsole.file),
  bucket: s3ConsoleBucket(new S3Client(), CURFEW_CONSOLE_BUCKET),
  files: filesBeside,
  now: () => systemClock.now(),
  async answer(url, body) {
    // As bytes: of a text fetch would say a type, and the address is signed for an answer without one.
    const bytes = new TextEncoder().encode(body);
    const { ok, status } = await fetch(url, { method: 'PUT', body: bytes, signal: AbortSignal.timeout(answerMsMax) });
    if (!ok) {
      throw new Error(`CloudFormation does not take the answer: ${status}`);
    }
  },
});

function filesBeside() {
  const folder = join(import.meta.dirname, filesFolder);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ key: relative(folder, file), bytes: new Uint8Array(readFileSync(file)) }));
}
