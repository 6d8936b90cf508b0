import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import standard from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { channelKinds } from '../../shared/channels/channel.ts';
import { memoryConnections } from '../../shared/channels/memory-store.ts';
import { channelSender } from '../../shared/channels/platform/channel-sender.ts';
import { addressProblem, poster } from '../../shared/channels/platform/post.ts';
import type { SendResult } from '../../shared/mail/mail.ts';
import { aMail } from './mail-sender-contract.ts';

// A receiver that answers as the documents of the vendors say, over real connections.

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const nowMs = Date.now();
const message = {
  at: '2026-03-15T02:31:00.000Z',
  alerts: [
    {
      id: '2aed2c36e848',
      kind: 'budget-use',
      group: 'budgets',
      state: 'raised',
      severity: 'high',
      headline: 'Team web is stopped',
      details: ['100 % crossed'],
      at: '2026-03-15T02:30:00.000Z',
    },
  ],
  alertsInAll: 1,
} as const;

/** The others are reached by clients of AWS: aws-channels.test.ts. */
const postedKinds = channelKinds.filter((kind) => kind !== 'eventbridge' && kind !== 'securityhub');
type PostedKind = (typeof postedKinds)[number];

/** What each kind answers to a message that it takes. */
const taken: Readonly<Record<PostedKind, (response: ServerResponse) => void>> = {
  slack: (response) => response.end('ok'),
  teams: (response) => response.writeHead(202).end(),
  webhook: (response) => response.writeHead(204).end(),
  pagerduty: (response) =>
    response.writeHead(202).end('{"status":"success","message":"Event processed","dedup_key":"curfew-2aed2c36e848"}'),
};

let address = '';
let answer: (response: ServerResponse) => void;
let got: { readonly headers: IncomingHttpHeaders; readonly body: string }[];

const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString('utf8')));
  request.on('end', () => {
    got.push({ headers: request.headers, body });
    answer(response);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/T0/very-secret`;
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

beforeEach(() => {
  got = [];
});

async function send(kind: PostedKind, { mailId = `${kind}:ops/told/1`, at = address } = {}): Promise<SendResult> {
  const key = { webhook: { secret }, pagerduty: { secret: 'R'.repeat(32) }, slack: {}, teams: {} }[kind];
  const connections = memoryConnections({ ops: { kind, address: at, ...key } });
  const post = poster({ allowsPrivate: true, timeMs: 300 });
  const sender = channelSender({ connections, post, clock: { now: () => nowMs } });
  return sender.send(aMail({ mailId, to: `${kind}:ops`, message }));
}

describe.each(postedKinds)('a channel of kind %s', (kind) => {
  test('takes a message as JSON, once', async () => {
    answer = taken[kind];

    const result = await send(kind);

    expect(result).toEqual({ kind: 'sent', messageId: expect.stringMatching(/^msg_[0-9a-f]{32}$/u) });
    expect(got).toHaveLength(1);
    expect(got[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(got[0]?.body).toContain('Team web is stopped');
  });

  test('that wants fewer messages is tried again when it says', async () => {
    answer = (response) => response.writeHead(429, { 'retry-after': '90' }).end('rate_limited');

    expect(await send(kind)).toMatchObject({ kind: 'refused', retryable: true, retryAfterMs: 90_000 });
  });

  test.each([400, 403, 404, 410])('that answers %i is not tried again, and no answer is repeated', async (status) => {
    answer = (response) => response.writeHead(status).end('very-secret words');

    const result = await send(kind);

    expect(result).toMatchObject({ kind: 'refused', retryable: false });
    expect(JSON.stringify(result)).not.toMatch(/very-secret|127\.0\.0\.1/u);
  });

  test('that fails is tried again', async () => {
    answer = (response) => response.writeHead(503).end();

    expect(await send(kind)).toMatchObject({ kind: 'refused', retryable: true });
  });

  test('that sends elsewhere is not followed', async () => {
    answer = (response) => response.writeHead(302, { location: address }).end();

    expect(await send(kind)).toMatchObject({ kind: 'refused', retryable: false });
    expect(got).toHaveLength(1);
  });

  test.each([
    ['is slow', () => undefined],
    ['is cut', (response: ServerResponse) => response.destroy()],
  ])('that %s: tried again where it recognizes the message, else of unknown outcome', async (_fault, fault) => {
    answer = fault;

    const isRecognized = kind === 'webhook' || kind === 'pagerduty';
    expect(await send(kind)).toMatchObject(isRecognized ? { kind: 'refused', retryable: true } : { kind: 'unknown' });
  });

  test('that is not there is tried again', async () => {
    expect(await send(kind, { at: 'http://127.0.0.1:9/hooks' })).toMatchObject({ kind: 'refused', retryable: true });
  });
});

test('an answer of 200 with a fault in its body is a fault: Slack names it, Teams tells the status', async () => {
  answer = (response) => response.end('no_service');
  const slack = await send('slack');
  answer = (response) =>
    response.end('Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429');
  const teams = await send('teams');

  expect(slack).toMatchObject({ kind: 'refused', retryable: false, problem: 'it answered no_service in place of ok' });
  expect(teams).toMatchObject({ kind: 'refused', retryable: true });
});

test('a webhook is signed by Standard Webhooks, under an id that is the same at every try', async () => {
  answer = taken.webhook;

  await send('webhook');
  await send('webhook', { mailId: 'webhook:ops/told/1/again' });

  const verified = got.map(({ headers, body }) =>
    new standard.Webhook(secret).verify(body, headers as Record<string, string>),
  );
  expect(verified).toMatchObject([{ type: 'curfew.alerts.v1' }, { type: 'curfew.alerts.v1' }]);
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(() =>
    new standard.Webhook(secret).verify(`${got[0]?.body} `, got[0]?.headers as Record<string, string>),
  ).toThrow('No matching signature found');
});

test('a signature is the base64 of HMAC-SHA-256 over id, time and body', async () => {
  answer = taken.webhook;
  const { createHmac } = await import('node:crypto');

  await send('webhook');

  const [{ headers, body } = { headers: {}, body: '' }] = got;
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
});

test.each([
  ['http://hooks.example/x', false],
  ['https://hooks.example/x', true],
  ['https://user:pw@hooks.example/x', false],
  ['https://10.0.0.1/x', false],
  ['https://127.0.0.1/x', false],
  ['https://0x7f000001/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://169.254.169.254/latest', false],
  ['ftp://hooks.example/x', false],
  ['not an address', false],
])('%s is an address of a receiver: %s', (given, isAllowed) => {
  expect(addressProblem(given, { allowsPrivate: false }) === undefined).toBe(isAllowed);
});

test('the setting allows private networks and http to this machine, and never link-local addresses or http elsewhere', () => {
  const problems = ['http://127.0.0.1:1/x', 'https://10.0.0.1/x', 'https://169.254.169.254/x', 'http://10.0.0.1/x'].map(
    (given) => addressProblem(given, { allowsPrivate: true }) === undefined,
  );

  expect(problems).toEqual([true, true, false, false]);
});

test('a name of a private address is refused when it is connected to', async () => {
  const post = poster({ allowsPrivate: false, timeMs: 2_000 });

  // Every system resolves it to this machine.
  expect(await post({ address: 'https://localhost:9/x', body: '{}' })).toMatchObject({ kind: 'not-allowed' });
});
