// The embedded engine's guard. Runs the engine while the parent process lives, and is its only access: the engine
// itself accepts every caller and web page. Receives its orders and its listening socket over the parent's channel,
// never by arguments or environment.
// Plain JavaScript without Node's HTTP and crypto: every command waits for this to load.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

const graceMs = 3_000;
const headBytesMax = 16 * 1_024;
const headMsMax = 10_000;
const probeMs = 5;
const ready = /listening on/iu;

let engine;
let isReady = false;

// Tables and related files are for their owner only.
process.umask?.(0o077);
process.once('disconnect', stop);
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('message', (order, socket) => {
  engine = startEngine(order);
  answerOn(socket, order);
});
process.send?.({ kind: 'here' });

function stop() {
  if (engine === undefined) {
    process.exit(0);
  }
  engine.kill('SIGTERM');
  setTimeout(() => engine.kill('SIGKILL'), graceMs);
}

function startEngine({ program, storage, place }) {
  const args = ['serve', '--host', place.host, '--port', String(place.port), ...storage];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  process.send?.({ kind: 'engine', pid: child.pid });
  let said = '';
  const hear = (chunk) => {
    process.stdout.write(chunk);
    said = isReady ? '' : `${said}${chunk}`;
    if (!isReady && ready.test(said)) {
      isReady = true;
      tellWhenItAnswers(place);
    }
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code) => process.exit(code ?? 1));
  return child;
}

function tellWhenItAnswers(place) {
  const probe = connect(place);
  probe.once('connect', () => {
    probe.destroy();
    process.send?.({ kind: 'ready' });
  });
  probe.once('error', () => setTimeout(tellWhenItAnswers, probeMs, place));
}

/**
 * A connection is checked once, by its first call: with this start's key it passes to the engine untouched. A browser
 * does not know the key.
 */
function answerOn(socket, order) {
  const { port } = socket.address();
  socket.on('connection', (client) => {
    let head = Buffer.alloc(0);
    client.setNoDelay(true);
    client.setTimeout(headMsMax, () => client.destroy());
    client.on('error', () => client.destroy());
    client.on('data', function first(chunk) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 && head.length <= headBytesMax) {
        return;
      }
      client.off('data', first);
      client.setTimeout(0);
      const refusal =
        end < 0 ? refusals.head : refusalOf(head.subarray(0, end).toString('latin1'), { key: order.key, port });
      if (refusal === undefined) {
        client.pause();
        passOn(client, head, order.place);
      } else {
        client.end(answerOf(refusal));
      }
    });
  });
}

function passOn(client, head, place) {
  const upstream = connect(place);
  upstream.setNoDelay(true);
  upstream.write(head);
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
  client.pipe(upstream).pipe(client);
}

const refusals = {
  host: { status: '421 Misdirected Request', text: 'This address answers to 127.0.0.1, localhost and [::1] alone.' },
  page: { status: '403 Forbidden', text: 'This address does not answer to web pages.' },
  key: {
    status: '403 Forbidden',
    text: 'This address wants the access key id of this start, which running.json in the state folder holds.',
  },
  head: { status: '431 Request Header Fields Too Large', text: 'The head of this call is too long.' },
};

function refusalOf(head, { key, port }) {
  const headers = new Map();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    // With a repeated header, readers may disagree.
    headers.set(name, headers.has(name) ? '' : line.slice(colon + 1).trim());
  }
  const own = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port}`);
  if (!own.includes((headers.get('host') ?? '').toLowerCase())) {
    return refusals.host;
  }
  if (headers.has('origin') || headers.has('sec-fetch-site')) {
    return refusals.page;
  }
  const given = /^AWS4-HMAC-SHA256\s+Credential=([^/,\s]+)\//u.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  return isSame(given, key) ? undefined : refusals.key;
}

/** In constant time. */
function isSame(given, key) {
  let difference = given.length ^ key.length;
  for (let at = 0; at < key.length; at += 1) {
    difference |= given.charCodeAt(at) ^ key.charCodeAt(at);
  }
  return difference === 0;
}

/** In DynamoDB's format, so that its tools show it. */
function answerOf({ status, text }) {
  const body = JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message: text });
  const lines = [
    `HTTP/1.1 ${status}`,
    'content-type: application/x-amz-json-1.0',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
