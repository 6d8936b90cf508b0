import { request, type IncomingHttpHeaders } from 'node:http';

/** One thing that a web page makes a browser send to a port of this machine. */
interface HostileCall {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Where pages stand that have no business here, and what the browser says of them: recorded from Chromium 143. */
const pages = [
  { from: 'another port', origin: 'http://127.0.0.1:4998', site: 'same-site' },
  { from: 'another host', origin: 'https://evil.example', site: 'cross-site' },
];

const clock = '{"now":"2031-01-01T00:00:00Z"}';
const signature =
  'AWS4-HMAC-SHA256 Credential=local/20260315/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
const dynamo = {
  'content-type': 'application/x-amz-json-1.0',
  authorization: signature,
  'x-amz-date': '20260315T000000Z',
};

/** Reading and changing, by every way that a page has. Each call stands for what the browser really sends. */
export function hostileCalls(port: number): readonly HostileCall[] {
  const host = `127.0.0.1:${port}`;
  const calls = pages.flatMap(({ from, origin, site }) => {
    const sent = (mode: string, dest: string) => ({
      host,
      'sec-fetch-site': site,
      'sec-fetch-mode': mode,
      'sec-fetch-dest': dest,
      referer: `${origin}/`,
    });
    const cors = { ...sent('cors', 'empty'), origin };
    const noCors = { ...sent('no-cors', 'empty'), origin };
    const text = { 'content-type': 'text/plain;charset=UTF-8' };
    const asked = (method: string, names: string) => ({
      ...cors,
      'access-control-request-method': method,
      ...(names !== '' && { 'access-control-request-headers': names }),
    });
    const scan = { ...dynamo, 'x-amz-target': 'DynamoDB_20120810.Scan' };
    return [
      { what: 'fetch of a page', method: 'GET', path: '/', headers: cors },
      { what: 'fetch of mails', method: 'GET', path: '/store', headers: cors },
      { what: 'fetch of limits', method: 'GET', path: '/__sim/limits', headers: cors },
      {
        what: 'fetch of a table',
        method: 'POST',
        path: '/',
        headers: { ...cors, ...scan },
        body: '{"TableName":"curfew-budgets"}',
      },
      {
        what: 'question before a fetch of a table',
        method: 'OPTIONS',
        path: '/',
        headers: asked('POST', 'authorization,content-type,x-amz-target'),
      },
      { what: 'question before a deletion', method: 'OPTIONS', path: '/__sim/requests', headers: asked('DELETE', '') },
      { what: 'deletion', method: 'DELETE', path: '/__sim/requests', headers: cors },
      { what: 'text sent blindly', method: 'POST', path: '/clear-store', headers: { ...noCors, ...text }, body: '{}' },
      { what: 'bytes sent blindly', method: 'POST', path: '/__sim/clock', headers: noCors, body: clock },
      { what: 'beacon', method: 'POST', path: '/__sim/clock', headers: { ...noCors, ...text }, body: clock },
      {
        what: 'form',
        method: 'POST',
        path: '/clear-store',
        headers: { ...sent('navigate', 'iframe'), origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'Action=SendEmail',
      },
      {
        what: 'form in a frame of its own',
        method: 'POST',
        path: '/clear-store',
        headers: { ...sent('navigate', 'iframe'), origin: 'null', 'content-type': 'text/plain' },
        body: '{}',
      },
      { what: 'image', method: 'GET', path: '/store', headers: sent('no-cors', 'image') },
      { what: 'script', method: 'GET', path: '/store', headers: sent('no-cors', 'script') },
      { what: 'frame', method: 'GET', path: '/store', headers: sent('navigate', 'iframe') },
      { what: 'stream of events', method: 'GET', path: '/store', headers: { ...cors, accept: 'text/event-stream' } },
      {
        what: 'WebSocket',
        method: 'GET',
        path: '/store',
        headers: { host, origin, connection: 'Upgrade', upgrade: 'websocket' },
      },
    ].map((call) => ({ ...call, what: `${call.what} from ${from}` }));
  });
  // A name of the page's own that now points here: to the browser all of it is one origin.
  const rebound = {
    host: `evil.example:${port}`,
    origin: `http://evil.example:${port}`,
    'sec-fetch-site': 'same-origin',
  };
  return [
    ...calls,
    { what: 'name that points here', method: 'GET', path: '/store', headers: { host: rebound.host } },
    {
      what: 'table by a name that points here',
      method: 'POST',
      path: '/',
      headers: { ...rebound, ...dynamo, 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: '{}',
    },
    {
      what: 'clock by a name that points here',
      method: 'POST',
      path: '/__sim/clock',
      headers: { ...rebound, 'content-type': 'application/json' },
      body: clock,
    },
    {
      what: 'form of an old browser',
      method: 'POST',
      path: '/clear-store',
      headers: { host, 'content-type': 'text/plain' },
      body: '{}',
    },
  ];
}

interface HostileAnswer {
  readonly what: string;
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Sends a call as it stands, as `fetch` would not: it allows no Host and no Origin. */
export async function sendHostile(
  port: number,
  { what, method, path, headers, body }: HostileCall,
): Promise<HostileAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HostileAnswer>();
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    answer.resume();
    answer.once('end', () => resolve({ what, status: answer.statusCode, headers: answer.headers }));
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}
