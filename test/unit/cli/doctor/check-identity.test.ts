import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { checkIdentity } from '../../../../cli/doctor/trial/mail-checks.ts';
import { readOptions, readTarget } from '../../../../cli/doctor/trial/target.ts';
import { createSes } from '../../../../shared/mail/aws.ts';
import { partOf } from '../../../support/part-of.ts';
import { optionsOf } from '../../../support/trial-runs.ts';

/** Answers as SES does, with one verified domain and one that waits. */
let server: Server;
let asked = '';

const entry = (key: string, status: string) =>
  `<entry><key>${key}</key><value><VerificationStatus>${status}</VerificationStatus></value></entry>`;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (asked += chunk.toString()));
    request.on('end', () => {
      const entries = [entry('acme.test', 'Success'), entry('waiting.test', 'Pending')].join('');
      const name = 'GetIdentityVerificationAttributes';
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(
          `<${name}Response xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><${name}Result><VerificationAttributes>${entries}</VerificationAttributes></${name}Result></${name}Response>`,
        );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close());

async function checkSender(from: string) {
  const { port } = server.address() as AddressInfo;
  const env = { CURFEW_BASE_URL: 'https://platform.test', CURFEW_API_KEY: 'key', AWS_REGION: 'eu-central-1' };
  const options = readOptions(optionsOf(['--mail-from', from]));
  const target = readTarget({ env, options, configured: undefined, sdkRegion: undefined });
  const ses = createSes({ endpoint: `http://127.0.0.1:${port}` });
  return checkIdentity(partOf({ ses, target })).finally(() => ses.destroy());
}

describe('the identity of the sender', () => {
  test('is good when the domain or the address is verified', async () => {
    const result = await checkSender('curfew@acme.test');

    expect(result).toEqual({ kind: 'ok', facts: ['acme.test'] });
    expect(asked).toContain('Identities.member.1=acme.test&Identities.member.2=curfew%40acme.test');
  });

  test('fails when it waits, or is not there', async () => {
    const result = await checkSender('curfew@waiting.test');

    expect(result).toMatchObject({
      kind: 'failed',
      problem: expect.stringMatching(/eu-central-1.*waiting\.test: Pending, curfew@waiting\.test: not there/),
    });
  });
});
