import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { memoryConnections } from '../../shared/channels/memory-store.ts';
import { channelSender } from '../../shared/channels/platform/channel-sender.ts';
import { importFinding } from '../../shared/channels/platform/import-finding.ts';
import { poster } from '../../shared/channels/platform/post.ts';
import { putEvent } from '../../shared/channels/platform/put-event.ts';
import { aMail } from './mail-sender-contract.ts';

// A receiver that answers PutEvents as the reference of its API says, over real connections.

const bus = 'arn:aws:events:eu-central-1:111122223333:event-bus/security';
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

let endpoint = '';
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
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

beforeEach(() => {
  got = [];
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});

async function send({ mailId = 'eventbridge:ops/told/1', at = endpoint } = {}) {
  const sender = channelSender({
    connections: memoryConnections({ ops: { kind: 'eventbridge', address: bus } }),
    post: poster({ allowsPrivate: false }),
    putEvent: putEvent({ endpoint: at, timeMs: 300 }),
    clock: { now: () => Date.now() },
  });
  return sender.send(aMail({ mailId, to: 'eventbridge:ops', message }));
}

function says(body: object, status = 200) {
  return (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
}

const failed = (ErrorCode: string) =>
  says({ FailedEntryCount: 1, Entries: [{ ErrorCode, ErrorMessage: 'very-secret' }] });
const refused = (type: string, status = 400) => says({ __type: type, message: 'very-secret' }, status);

test('an event is the body of a webhook, signed, put once, under an id that is the same at every try', async () => {
  answer = says({ FailedEntryCount: 0, Entries: [{ EventId: '11710aed-b79e-4468-a20b-bb3c0c3b4860' }] });

  const result = await send();
  await send({ mailId: 'eventbridge:ops/told/1/again' });

  expect(result).toEqual({ kind: 'sent', messageId: expect.stringMatching(/^msg_[0-9a-f]{32}$/u) });
  const entries = got.map(({ body }) => (JSON.parse(body) as { Entries: { Detail: string }[] }).Entries);
  expect(entries).toMatchObject([
    [{ EventBusName: bus, Source: 'curfew', DetailType: 'curfew.alerts.v1', Time: 1_773_541_860 }],
    [{ EventBusName: bus }],
  ]);
  const details = entries.flat().map(({ Detail }) => JSON.parse(Detail) as unknown);
  expect(details[0]).toMatchObject({ type: 'curfew.alerts.v1', data: { alerts: message.alerts } });
  expect(details[1]).toEqual(details[0]);
  expect(got[0]?.headers).toMatchObject({
    'x-amz-target': 'AWSEvents.PutEvents',
    authorization: expect.stringContaining('/eu-central-1/events/aws4_request') as string,
  });
});

test.each([
  ['an entry that failed for now', () => failed('ThrottlingException')],
  ['an entry that the service lost', () => failed('InternalFailure')],
  ['a call that is throttled', () => refused('ThrottlingException')],
  ['credentials that ended', () => refused('ExpiredTokenException')],
  ['a service that fails', () => refused('InternalException', 500)],
  ['an answer that is cut', () => (response: ServerResponse) => response.destroy()],
  ['no answer', () => () => undefined],
])('%s is tried again, and no answer is repeated', async (_fault, fault) => {
  answer = fault();

  const result = await send();

  expect(result).toMatchObject({ kind: 'refused', retryable: true });
  expect(got).toHaveLength(1);
  expect(JSON.stringify(result)).not.toContain('very-secret');
});

test.each([
  ['an entry that is malformed', () => failed('MalformedDetail')],
  ['a bus that is gone', () => refused('ResourceNotFoundException')],
  ['a right that is missing', () => refused('AccessDeniedException')],
])('%s is not tried again', async (_fault, fault) => {
  answer = fault();

  expect(await send()).toMatchObject({ kind: 'refused', retryable: false });
});

test('an endpoint that is not there is tried again', async () => {
  expect(await send({ at: 'http://127.0.0.1:9' })).toMatchObject({ kind: 'refused', retryable: true });
});

describe('a Security Hub', () => {
  const hub = 'arn:aws:securityhub:eu-central-1:111122223333:hub/default';

  async function imported(body: object, status = 200) {
    answer = says(body, status);
    const sender = channelSender({
      connections: memoryConnections({ hub: { kind: 'securityhub', address: hub } }),
      post: poster({ allowsPrivate: false }),
      importFinding: importFinding({ endpoint, timeMs: 300 }),
      clock: { now: () => Date.now() },
    });
    const finding = aFinding();
    const tested = { ...message, alerts: [], alertsInAll: 0, finding };
    return sender.send(aMail({ mailId: 'securityhub:hub/finding/1', to: 'securityhub:hub', message: tested }));
  }

  test('gets a finding under its own Id, in the account and Region of its ARN', async () => {
    const result = await imported({ FailedCount: 0, SuccessCount: 1, FailedFindings: [] });

    expect(result).toMatchObject({ kind: 'sent' });
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
      Findings: [
        {
          Id: 'curfew/controls/1/2/d/0',
          ProductArn: 'arn:aws:securityhub:eu-central-1:111122223333:product/111122223333/default',
          RecordState: 'ACTIVE',
          Compliance: { Status: 'FAILED' },
        },
      ],
    });
  });

  test('that takes not the finding refuses it for good; one that fails is tried again', async () => {
    const failing = (ErrorCode: string) => ({
      FailedCount: 1,
      SuccessCount: 0,
      FailedFindings: [{ Id: 'x', ErrorCode, ErrorMessage: 'very-secret' }],
    });
    const invalid = await imported(failing('InvalidInput'));
    const internal = await imported(failing('InternalError'));
    const limited = await imported({ Message: 'very-secret', Code: 'LimitExceededException' }, 429);
    const denied = await imported({ Message: 'very-secret', Code: 'AccessDeniedException' }, 403);

    expect([invalid, internal, limited, denied]).toMatchObject([
      { kind: 'refused', retryable: false },
      { kind: 'refused', retryable: true },
      { kind: 'refused', retryable: true },
      { kind: 'refused', retryable: false },
    ]);
    expect(JSON.stringify([invalid, denied])).not.toContain('very-secret');
  });
});

/** An open loosening, as the evidence gives it. */
function aFinding() {
  const ms = Date.parse(message.at);
  return {
    finding_info: {
      uid: 'curfew/controls/1/2/d/0',
      title: 'Any host may be reached.',
      desc: '',
      first_seen_time: ms,
      created_time: ms,
      modified_time: ms,
      analytic: { type_id: 1, type: 'Rule', name: 'sandbox', uid: 'sandbox' },
    },
    compliance: { control: 'sandbox.network', requirements: ['SOC 2 CC6.6'] },
    resources: [{ name: 'acme' }],
    remediation: { desc: 'Set it back.' },
    severity: 'Critical',
    status: 'New',
  };
}
