import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createSes, sesMailSender } from '../../shared/mail/aws.ts';
import { mailIdIn } from '../../shared/mail/contract/mail-events.ts';
import { aMail } from './mail-sender-contract.ts';

const answer =
  '<SendEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendEmailResult><MessageId>m-1</MessageId></SendEmailResult></SendEmailResponse>';

let server: Server;
let calls: URLSearchParams[];

/** A mail service that takes every mail and keeps the call as it was made. */
beforeEach(async () => {
  calls = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.once('end', () => {
      calls.push(new URLSearchParams(body));
      response.writeHead(200, { 'content-type': 'text/xml' }).end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

function senderWith(configurationSet?: string) {
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return sesMailSender(createSes({ endpoint }), { from: 'curfew@x.example', configurationSet });
}

function tagsIn(call: URLSearchParams | undefined): Readonly<Record<string, readonly string[]>> {
  const names = [...(call?.keys() ?? [])].filter((key) => /^Tags\.member\.\d+\.Name$/.test(key));
  return Object.fromEntries(
    names.map((key) => [call?.get(key) ?? '', [call?.get(key.replace('Name', 'Value')) ?? '']] as const),
  );
}

test('with a configuration set a mail is sent through it, and carries its id in tags that SES takes', async () => {
  const mailId = `told/use/budget/user:ann@acme.example/${'x'.repeat(400)}/to/ann@acme.example`;

  const result = await senderWith('Mails-1a2b3c').send(aMail({ mailId }));

  expect(result).toEqual({ kind: 'sent', messageId: 'm-1' });
  const [call] = calls;
  expect(call?.get('ConfigurationSetName')).toBe('Mails-1a2b3c');
  expect(mailIdIn(tagsIn(call))).toBe(mailId);
  expect(Object.entries(tagsIn(call)).flat(2).join('')).toMatch(/^[\w-]+$/);
});

test('without one a mail has neither', async () => {
  await senderWith().send(aMail());

  const [call] = calls;
  expect([...(call?.keys() ?? [])].filter((key) => /^(Tags|Configuration)/.test(key))).toEqual([]);
});
