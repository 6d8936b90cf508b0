import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

import { afterEach, describe, expect, test } from 'vitest';

import { createSes, sesMailSender } from '../../shared/mail/aws.ts';
import { aMail } from './mail-sender-contract.ts';

type Answer = (response: ServerResponse) => void;

/** A mail service that treats every call alike and counts them. */
interface SpoiledSes {
  readonly url: string;
  readonly callCount: () => number;
  readonly close: () => Promise<void>;
}

const open: SpoiledSes[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (service) => service.close()));
});

async function spoiledSes(answer: Answer): Promise<SpoiledSes> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume().once('end', () => answer(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const service = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    callCount: () => count,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  open.push(service);
  return service;
}

/** An error as SES words it; the message quotes what must not leak. */
function error(status: number, code: string): Answer {
  const xml = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>secret-words</Message></Error><RequestId>r</RequestId></ErrorResponse>`;
  return (response) => response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
}

function senderTo(url: string, from = 'curfew@x.example') {
  return sesMailSender(createSes({ endpoint: url }), { from });
}

describe('what SES answers', () => {
  test.each([
    { code: 'MessageRejected', status: 400, retryable: false },
    { code: 'MailFromDomainNotVerifiedException', status: 400, retryable: false },
    { code: 'AccountSendingPausedException', status: 400, retryable: false },
    { code: 'ConfigurationSetDoesNotExist', status: 400, retryable: false },
    { code: 'Throttling', status: 400, retryable: true },
    { code: 'LimitExceededException', status: 400, retryable: true },
    { code: 'AccessDenied', status: 403, retryable: true },
    { code: 'ExpiredToken', status: 403, retryable: true },
  ])('$code is a refusal, worth another try later: $retryable', async ({ code, status, retryable }) => {
    const service = await spoiledSes(error(status, code));

    const result = await senderTo(service.url).send(aMail());

    expect(result).toEqual({ kind: 'refused', problem: expect.stringContaining('the mail service'), retryable });
    expect(JSON.stringify(result)).not.toContain('secret-words');
    expect(service.callCount()).toBe(1);
  });

  test.each([500, 502, 503])(
    'an error %d leaves open whether the mail went out, and is not tried again',
    async (status) => {
      const service = await spoiledSes(error(status, 'InternalFailure'));

      const result = await senderTo(service.url).send(aMail());

      expect(result).toMatchObject({ kind: 'unknown' });
      expect(service.callCount()).toBe(1);
    },
  );

  test('a connection that breaks after the call leaves open whether the mail went out', async () => {
    const service = await spoiledSes((response) => response.destroy());

    const result = await senderTo(service.url).send(aMail());

    expect(result).toMatchObject({ kind: 'unknown' });
    expect(service.callCount()).toBe(1);
  });

  test.each(['', '<html>hello</html>', '<SendEmailResponse/>'])(
    'an answer of %j is not taken for sent',
    async (text) => {
      const service = await spoiledSes((response) => response.writeHead(200).end(text));

      const result = await senderTo(service.url).send(aMail());

      expect(result).toMatchObject({ kind: 'unknown' });
    },
  );

  test('a service that cannot be reached has taken nothing', async () => {
    const service = await spoiledSes(() => {});
    await open.pop()?.close();

    const result = await senderTo(service.url).send(aMail());

    expect(result).toEqual({ kind: 'refused', problem: expect.stringContaining('ECONNREFUSED'), retryable: true });
  });
});

describe('what is never handed to SES', () => {
  test.each([
    { name: 'a subject with a line break', facts: { subject: 'hello\r\nBcc: eve@x.example' } },
    { name: 'a subject with a control character', facts: { subject: 'hello\u0000' } },
    { name: 'a subject with a line separator', facts: { subject: 'hello\u2028' } },
    { name: 'an empty subject', facts: { subject: '' } },
    { name: 'a recipient with a line break', facts: { to: 'a@x.example\nBcc: eve@x.example' } },
    { name: 'two recipients', facts: { to: 'a@x.example, eve@x.example' } },
    { name: 'a recipient with a name', facts: { to: 'Ada <a@x.example>' } },
    { name: 'a recipient that is no address', facts: { to: 'ada' } },
  ])('$name', async ({ facts }) => {
    const service = await spoiledSes(error(500, 'InternalFailure'));

    const result = await senderTo(service.url).send(aMail(facts));

    expect(result).toMatchObject({ kind: 'refused', retryable: false });
    expect(service.callCount()).toBe(0);
  });

  test('a sender with a line break', async () => {
    const service = await spoiledSes(error(500, 'InternalFailure'));

    const result = await senderTo(service.url, 'curfew@x.example\r\nBcc: eve@x.example').send(aMail());

    expect(result).toMatchObject({ kind: 'refused', retryable: false });
    expect(service.callCount()).toBe(0);
  });
});
