import { expect, test } from 'vitest';

import { sha256 } from '../../../../shared/kernel/sha256.ts';
import { linkPlace, mailLink } from '../../../../shared/mail/mail-link.ts';
import type { Mail } from '../../../../shared/mail/mail.ts';
import type { MailSender } from '../../../../shared/mail/ports.ts';
import { signingSender } from '../../../../shared/mail/use-cases/signed-links.ts';
import type { LinkClaim } from '../../../../shared/requests/link-claim.ts';
import { requestLimits } from '../../../../shared/requests/request.ts';
import { partOf } from '../../../support/part-of.ts';

const nowMs = Date.parse('2026-03-15T02:30:00.500Z');
const clock = { now: () => nowMs };
const ask = mailLink({ purpose: 'ask', subject: 'stop/u-ada', door: 'https://door.example' });
const decide = mailLink({ purpose: 'decide', subject: 'request/1', door: 'https://door.example' });
const text = `Ask: ${linkPlace(ask)} or ${linkPlace(ask)}; decide: ${linkPlace(decide)}`;
const plain: Mail = {
  mailId: 'told/1',
  to: 'Ada@acme.example',
  subject: 's',
  text,
  html: `<p>${text}</p>`,
  runId: 'run',
  carries: [],
};

function aSender() {
  const sent: Mail[] = [];
  const sender: MailSender = {
    async send(mail) {
      sent.push(mail);
      return { kind: 'sent', messageId: 'm' };
    },
  };
  return { sender, sent };
}

test('a mail without links goes out as it is, and nothing is signed', async () => {
  const { sender, sent } = aSender();
  const sign = async () => expect.unreachable('there is nothing to sign');

  const result = await signingSender(sender, { links: partOf({ sign }), clock }).send(plain);

  expect(result).toEqual({ kind: 'sent', messageId: 'm' });
  expect(sent).toEqual([plain]);
  expect(sent[0]).toBe(plain);
});

test('each link is signed for the recipient alone, for as long as links are good, once a month', async () => {
  const { sender, sent } = aSender();
  const claims: LinkClaim[] = [];
  const sign = async (claim: LinkClaim) => `token-${claims.push(claim)}`;

  await signingSender(sender, { links: partOf({ sign }), clock }).send({ ...plain, links: [ask, decide] });

  const signed =
    'Ask: https://door.example/ask/token-1 or https://door.example/ask/token-1; decide: https://door.example/decide/token-2';
  expect(sent).toMatchObject([{ text: signed, html: `<p>${signed}</p>`, to: 'Ada@acme.example' }]);
  expect(claims).toStrictEqual(
    [ask, decide].map(({ id, purpose, subject }) => ({
      purpose,
      subject,
      person: 'ada@acme.example',
      expiresAt: Math.floor(nowMs / 1_000) + requestLimits.linkDaysMax * 86_400,
      nonce: `2026-03-${sha256(`told/1 ${id}`).slice(0, 12)}`,
    })),
  );
});

test('a mail whose links cannot be signed now is not sent, and may be tried again', async () => {
  const { sender, sent } = aSender();
  const sign = async () => Promise.reject(new Error('no key'));

  const result = await signingSender(sender, { links: partOf({ sign }), clock }).send({ ...plain, links: [ask] });

  expect(result).toMatchObject({ kind: 'refused', retryable: true });
  expect(sent).toEqual([]);
});
