import { expect, test } from 'vitest';

import { MailEventEnvelope, mailEventsIn } from '../../../../shared/mail/contract/mail-events.ts';
import { aBounce, sampleMailId, sesSamples } from '../../../support/mail-events.ts';

function read(event: unknown) {
  return mailEventsIn(MailEventEnvelope.parse(event));
}

/** An event with one part of its detail put in the place of what stands there. */
function changed(event: { readonly detail: object }, part: string, facts: object): unknown {
  const detail = Object.fromEntries(Object.entries(event.detail));
  return { ...event, detail: { ...detail, [part]: { ...(detail[part] as object), ...facts } } };
}

const subject = 'Curfew: 80 % of your month budget is used';
const base = { address: 'ann@acme.example', mailId: sampleMailId, subject };
const messageId = sesSamples.bounce.detail.mail.messageId;

test('a permanent bounce is a hard one: whom the mail was to reach, when, why, and which mail', () => {
  expect(read(sesSamples.bounce)).toEqual([
    {
      ...base,
      eventId: `Bounce/${messageId}/${sesSamples.bounce.detail.bounce.feedbackId}`,
      at: '2026-03-15T02:31:05.874Z',
      what: 'hard-bounce',
      detail: 'Permanent, General: smtp; 550 5.1.1 user unknown',
    },
  ]);
});

test.each(['Transient', 'Undetermined'])('a bounce that is %s is a soft one', (type) => {
  expect(read(aBounce({ type }))).toMatchObject([{ what: 'soft-bounce' }]);
});

test('a complaint is one by whoever the mail was sent to', () => {
  expect(read(sesSamples.complaint)).toEqual([
    {
      ...base,
      eventId: `Complaint/${messageId}/${sesSamples.complaint.detail.complaint.feedbackId}`,
      at: '2026-03-15T07:12:40.000Z',
      what: 'complaint',
      detail: 'abuse',
    },
  ]);
});

test.each(['not-spam', 'auth-failure'])('a report of the kind %s is no wish to get no more mail', (type) => {
  const event = changed(sesSamples.complaint, 'complaint', { complaintFeedbackType: type });

  expect(read(event)).toMatchObject([{ what: 'notice', detail: type }]);
});

test('a complaint about which SES knows no more is one all the same', () => {
  const event = changed(sesSamples.complaint, 'complaint', {
    complaintFeedbackType: undefined,
    complaintSubType: 'OnAccountSuppressionList',
  });

  expect(read(event)).toMatchObject([{ what: 'complaint', detail: 'no type given: OnAccountSuppressionList' }]);
});

test('a mail that SES did not let out is as old as the mail, since SES does not say when', () => {
  expect(read(sesSamples.reject)).toEqual([
    {
      ...base,
      eventId: `Reject/${messageId}/reject`,
      at: '2026-03-15T02:31:04.211Z',
      what: 'reject',
      detail: 'Bad content',
    },
  ]);
});

test('a mail that is late is named as such', () => {
  expect(read(sesSamples.deliveryDelay)).toMatchObject([
    { ...base, at: '2026-03-15T02:40:11.095Z', what: 'delay', detail: 'TransientCommunicationFailure' },
  ]);
});

test('an event of another kind is ignored, a new kind too', () => {
  expect(read(sesSamples.delivery)).toBeUndefined();
  expect(read({ ...sesSamples.delivery, detail: { eventType: 'Carrier Pigeon', mail: 7 } })).toBeUndefined();
});

test('the address is that of ours which was written to, not one that the mail was handed on to', () => {
  const event = changed(sesSamples.bounce, 'bounce', {
    bouncedRecipients: [{ emailAddress: 'ann@elsewhere.example', diagnosticCode: 'mailbox full for ever' }],
  });

  expect(read(event)).toMatchObject([
    { address: 'ann@acme.example', detail: 'Permanent, General: mailbox full for ever' },
  ]);
});

test('of several recipients those that the event names are meant, each once, trimmed and in small letters', () => {
  const mail = { destination: [' Ann@acme.example ', 'BOB@acme.example', 'bob@acme.example', 'cem@acme.example'] };
  const event = changed(changed(sesSamples.bounce, 'mail', mail) as { readonly detail: object }, 'bounce', {
    bouncedRecipients: [{ emailAddress: 'bob@ACME.example' }, { emailAddress: 'eve@acme.example' }],
  });

  expect(read(event)).toMatchObject([{ address: 'bob@acme.example', detail: 'Permanent, General' }]);
});

test.each(['nobody', 'a@b c@d', `${'x'.repeat(320)}@acme.example`, 'ann@acme.example, bob@acme.example', ''])(
  'what is no address of a mail of ours is left out: %s',
  (to) => {
    expect(read(changed(sesSamples.bounce, 'mail', { destination: [to] }))).toEqual([]);
  },
);

test('an event without our tags or the subject says as much as it knows', () => {
  const [event] = read(changed(sesSamples.bounce, 'mail', { tags: undefined, commonHeaders: undefined })) ?? [];

  expect(event).not.toHaveProperty('mailId');
  expect(event).not.toHaveProperty('subject');
});

test('text from far away is short and on one line, whatever a mail server says', () => {
  const diagnosticCode = `550 no\r\nBcc: eve@acme.example \u202E ${'x'.repeat(5_000)}`;
  const event = changed(sesSamples.bounce, 'bounce', {
    bouncedRecipients: [{ emailAddress: 'ann@acme.example', diagnosticCode }],
  });

  const [{ detail } = { detail: '' }] = read(event) ?? [];

  expect(detail).toMatch(/^Permanent, General: 550 no Bcc: eve@acme\.example x+…$/);
  expect(detail.length).toBeLessThanOrEqual(300);
});

test.each([
  ['a bounce of a type that is not documented', changed(sesSamples.bounce, 'bounce', { bounceType: 'Sideways' })],
  ['a bounce of no moment', changed(sesSamples.bounce, 'bounce', { timestamp: 'soon' })],
  ['a bounce without its mail', { ...sesSamples.bounce, detail: { ...sesSamples.bounce.detail, mail: undefined } }],
  ['a complaint without anybody', changed(sesSamples.complaint, 'complaint', { complainedRecipients: undefined })],
  [
    'more recipients than SES takes',
    changed(sesSamples.bounce, 'mail', { destination: Array(51).fill('a@b.example') }),
  ],
  ['an event of another service', { ...sesSamples.bounce, source: 'custom.app' }],
  ['no event', 'bounce'],
])('%s is refused', (_title, event) => {
  expect(MailEventEnvelope.safeParse(event).success).toBe(false);
});
