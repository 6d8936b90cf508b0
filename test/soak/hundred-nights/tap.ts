import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** When in a call something happens: before it is carried out, or after, with its answer kept back. */
type CallMoment = 'before' | 'after';

/** What to do at one call from now on. */
interface TapOrder {
  /** Which call it is, counted from 1; calls that only read count as well. */
  readonly nth: number;
  readonly moment: CallMoment;
  /** Called at that moment. The caller of the proxy gets no answer to this call. */
  readonly act: () => void;
}

/** Stands in front of a service, hands every call on, and can do something at a chosen one. */
export interface Tap {
  readonly url: string;
  /** The order for the calls from now on; undefined ends the one before. */
  order(order: TapOrder | undefined): void;
  close(): Promise<void>;
}

/**
 * Opens a proxy in front of `target`, the address of a service without a slash at its end. Its answers are dated by `nowMs`
 * (Unix milliseconds): the service may have a clock that stands.
 */
export async function openTap(target: string, nowMs: () => number): Promise<Tap> {
  let current: TapOrder | undefined;
  let count = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    count += 1;
    const due = current?.nth === count ? current : undefined;
    if (due?.moment === 'before') {
      due.act();
      response.destroy();
      return;
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...given } = request.headers;
    const answer = await fetch(`${target}${request.url ?? '/'}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
      redirect: 'manual',
    });
    const answered = Buffer.from(await answer.arrayBuffer());
    if (due !== undefined) {
      due.act();
      response.destroy();
      return;
    }
    response.sendDate = false;
    const kept = [...answer.headers].filter(([name]) => !dropped.has(name));
    response.writeHead(answer.status, [...kept.flat(), 'date', new Date(nowMs()).toUTCString()]).end(answered);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    order(next) {
      current = next;
      count = 0;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** `fetch` has unpacked the body already; the date is another. */
const dropped = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
]);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(Buffer.from(chunk as Uint8Array));
  }
  return Buffer.concat(chunks);
}
