import type { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';

import { consolePaths } from '../../kernel/contract/console-config.ts';
import { consoleCacheControl, consoleTypes } from '../../kernel/contract/console-headers.ts';
import { plainError } from '../../kernel/runtime/plain-error.ts';
import type { ConsoleBucket, ConsoleFile } from './console-bucket.ts';

interface PlaceConsoleDeps {
  readonly logger: Logger;
  readonly bucket: ConsoleBucket;
  /** The built console: address without its first slash, and content. */
  readonly files: () => readonly { readonly key: string; readonly bytes: Uint8Array }[];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Reports the result to CloudFormation at its address. */
  readonly answer: (url: string, body: string) => Promise<void>;
}

/** What CloudFormation asks of a resource that is not its own. */
const Order = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  /** `config`: what the console is to find at `/console.json`. */
  ResourceProperties: z.object({ config: z.string().max(10_000) }),
});

/** An open page still requests the files of its own deployment. */
const keptMsMax = 30 * 86_400_000;
const putsAtOnce = 10;
const page = 'index.html';

/** The same for every deployment: with another one CloudFormation would have the old one removed. */
const resourceId = 'console-files';

/** Brings the files of the console to its bucket, and says to CloudFormation how that ended. */
export function createHandler(deps: PlaceConsoleDeps) {
  return async (event: unknown): Promise<void> => {
    const order = Order.parse(event);
    const { StackId, RequestId, LogicalResourceId } = order;
    const ended = await carryOut(order, deps);
    const answer = { ...ended, StackId, RequestId, LogicalResourceId, PhysicalResourceId: resourceId };
    await deps.answer(order.ResponseURL, JSON.stringify(answer));
  };
}

async function carryOut(order: z.output<typeof Order>, deps: PlaceConsoleDeps) {
  try {
    await (order.RequestType === 'Delete' ? removeAll(deps) : placeAll(order.ResourceProperties.config, deps));
    deps.logger.info('files of the console', { status: order.RequestType });
    return { Status: 'SUCCESS' };
  } catch (error) {
    deps.logger.error('the files of the console could not be placed', plainError(error));
    return {
      Status: 'FAILED',
      Reason: 'The bucket of the console refused something; the log of the function says what',
    };
  }
}

async function placeAll(config: string, { bucket, files, now }: PlaceConsoleDeps): Promise<void> {
  const all = files().flatMap(served);
  const first = all.filter(({ key }) => key !== page);
  for (let from = 0; from < first.length; from += putsAtOnce) {
    await Promise.all(first.slice(from, from + putsAtOnce).map(async (file) => bucket.put(file)));
  }
  const settings = served({ key: consolePaths.config.slice(1), bytes: new TextEncoder().encode(config) });
  // Last: it names the others.
  for (const file of [...settings, ...all.filter(({ key }) => key === page)]) {
    await bucket.put(file);
  }
  const placed = new Set([...all, ...settings].map(({ key }) => key));
  const old = (await bucket.list()).filter(({ key, placedAtMs }) => !placed.has(key) && now() - placedAtMs > keptMsMax);
  await bucket.remove(old.map(({ key }) => key));
}

async function removeAll({ bucket }: PlaceConsoleDeps): Promise<void> {
  const placed = await bucket.list();
  await bucket.remove(placed.map(({ key }) => key));
}

/** A file as it is served; nothing of one whose type is not of the console, such as the notes of a build. */
function served({ key, bytes }: { readonly key: string; readonly bytes: Uint8Array }): readonly ConsoleFile[] {
  const [ending = ''] = /\.\w+$/u.exec(key) ?? [];
  const type = consoleTypes[ending];
  return type === undefined || key.startsWith('.')
    ? []
    : [{ key, bytes, type, cacheControl: consoleCacheControl(`/${key}`) }];
}
