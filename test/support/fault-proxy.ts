import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What happens to a call. Answers are as DynamoDB words them. */
type Fault =
  /** The call is carried out and its answer lost. */
  | { readonly kind: 'drop-answer' }
  /** The call is not carried out; this is answered. */
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  /** The engine is gone: neither this call nor any later one is answered. */
  | { readonly kind: 'end' }
  /** A batch is carried out for its first `done` requests; the others come back as unprocessed. */
  | { readonly kind: 'unprocessed'; readonly done: number };

export interface FaultRule {
  /** The operation, as the last part of X-Amz-Target. */
  readonly operation: string;
  /** Which of its calls from now on, counted from 1; every one when absent. */
  readonly nth?: number;
  readonly fault: Fault;
}

/** Stands between a client and the engine and spoils chosen calls. */
export interface FaultProxy {
  readonly url: string;
  spoil(rule: FaultRule): void;
  /** Ends all spoiling and counts calls from 0 again. */
  reset(): void;
  /** How many calls of an operation have come since the last reset. */
  countOf(operation: string): number;
  close(): Promise<void>;
}

export const throttled: Fault = {
  kind: 'answer',
  status: 400,
  body: { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException', message: 'slow down' },
};

export const broken: Fault = {
  kind: 'answer',
  status: 500,
  body: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'broken' },
};

/** A transaction that is taken back for these reasons, one a write. */
export function cancelled(...codes: readonly string[]): Fault {
  const body = {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: `Transaction cancelled [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
  };
  return { kind: 'answer', status: 400, body };
}

interface Call {
  readonly operation: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: FaultRule[] = [];
  const counts = new Map<string, number>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    const count = (counts.get(call.operation) ?? 0) + 1;
    counts.set(call.operation, count);
    const rule = rules.find(({ operation, nth }) => operation === call.operation && (nth ?? count) === count);
    if (rule?.fault.kind === 'end') {
      server.close();
      server.closeAllConnections();
      return;
    }
    await answer(target, call, { response, fault: rule?.fault });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  return {
    url: `http://127.0.0.1:${port}`,
    spoil(rule) {
      rules.push(rule);
    },
    reset() {
      rules.length = 0;
      counts.clear();
    },
    countOf(operation) {
      return counts.get(operation) ?? 0;
    },
    async close() {
      if (!server.listening) {
        return;
      }
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(Buffer.from(chunk));
  }
  const kept = Object.entries(request.headers).filter(([name]) => /^(x-amz-|authorization|content-type)/.test(name));
  const headers = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  return {
    operation: (headers['x-amz-target'] ?? '').split('.').at(-1) ?? '',
    headers,
    body: Buffer.concat(chunks).toString(),
  };
}

async function answer(
  target: string,
  call: Call,
  {
    response,
    fault,
  }: { readonly response: ServerResponse; readonly fault: Exclude<Fault, { readonly kind: 'end' }> | undefined },
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      reply(response, await forward(target, call));
      return;
    case 'drop-answer':
      await forward(target, call);
      response.destroy();
      return;
    case 'answer':
      reply(response, { status: fault.status, text: JSON.stringify(fault.body) });
      return;
    case 'unprocessed':
      reply(response, await forwardSome(target, call, fault.done));
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function reply(response: ServerResponse, { status, text }: Answer): void {
  // The suite's clock stands at a moment of its own: the SDK takes a date of the machine for a reason to call again.
  response.sendDate = false;
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
}

async function forward(target: string, { headers, body }: Call): Promise<Answer> {
  const answered = await fetch(target, { method: 'POST', headers, body });
  return { status: answered.status, text: await answered.text() };
}

interface Batch {
  readonly RequestItems: Record<string, unknown[] | { readonly Keys: unknown[] }>;
}

/** Carries out the first requests of a batch on one table, and gives the others back as DynamoDB does. */
async function forwardSome(target: string, call: Call, done: number): Promise<Answer> {
  const { RequestItems } = JSON.parse(call.body) as Batch;
  const [[table, requests] = ['', []]] = Object.entries(RequestItems);
  const isWrite = Array.isArray(requests);
  const all = isWrite ? requests : requests.Keys;
  const part = (some: unknown[]) => ({ [table]: isWrite ? some : { ...requests, Keys: some } });
  const left = all.length > done ? part(all.slice(done)) : {};
  const leftover = isWrite ? { UnprocessedItems: left } : { UnprocessedKeys: left };
  if (done === 0) {
    return { status: 200, text: JSON.stringify({ Responses: {}, ...leftover }) };
  }
  const body = JSON.stringify({ ...JSON.parse(call.body), RequestItems: part(all.slice(0, done)) });
  const answered = await forward(target, { ...call, body });
  return { ...answered, text: JSON.stringify({ ...JSON.parse(answered.text), ...leftover }) };
}
