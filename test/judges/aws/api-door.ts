import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the bridges of MiniStack which host a call was signed for. */
const signedFor = 'x-curfew-judges-host';

interface ApiDoor {
  readonly address: string;
  /** From now on it leads to the HTTP API of this id in the MiniStack at `endpoint`. */
  leadTo(endpoint: string, apiId: string): void;
}

/** Gives `work` an address on this machine that leads to an HTTP API of MiniStack, whose own name no machine knows. */
export async function withApiDoor<T>(work: (door: ApiDoor) => Promise<T>): Promise<T> {
  let behind: { readonly endpoint: URL; readonly apiId: string } | undefined;
  const server = createServer((asked, answer) => {
    if (behind === undefined) {
      answer.writeHead(503).end();
      return;
    }
    const { endpoint, apiId } = behind;
    const host = `${apiId}.execute-api.localhost:${endpoint.port}`;
    const { method, url: path, headers } = asked;
    const call = request(
      endpoint,
      { method, path, headers: { ...headers, host, [signedFor]: headers.host } },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    call.on('error', () => answer.destroy());
    asked.pipe(call);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await work({
      address: `http://127.0.0.1:${port}`,
      leadTo: (endpoint, apiId) => (behind = { endpoint: new URL(endpoint), apiId }),
    });
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
