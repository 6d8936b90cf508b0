import * as z from 'zod';

import { emailKey, isEmail } from '../../roster/email.ts';
import { printable } from '../printable.ts';
import type { MailEvent, MailEventKind } from '../recipient.ts';

/** SES allows ASCII letters, digits, - and _ in 256 characters a tag, and 50 tags a mail. */
const pieceChars = 250;
const piecesMax = 12;

/** A mail's id as tags that SES returns with each event, known before its SES id. Empty where no table can hold it. */
export function mailTagsOf(mailId: string): readonly { readonly name: string; readonly value: string }[] {
  const text = Buffer.from(mailId, 'utf8').toString('base64url');
  const count = Math.ceil(text.length / pieceChars);
  return count > piecesMax
    ? []
    : Array.from({ length: count }, (_, index) => ({
        name: nameOf(index),
        value: text.slice(index * pieceChars, (index + 1) * pieceChars),
      }));
}

/** The mail id in an event's tags; undefined in any other form. */
export function mailIdIn(tags: Readonly<Record<string, readonly string[]>>): string | undefined {
  const pieces = Array.from({ length: piecesMax }, (_, index) => tags[nameOf(index)]?.[0] ?? '');
  const mailId = Buffer.from(pieces.join(''), 'base64url').toString('utf8');
  const written = mailTagsOf(mailId);
  const isOurs = pieces.every((piece, index) => piece === (written[index]?.value ?? ''));
  return mailId !== '' && isOurs ? mailId : undefined;
}

function nameOf(index: number): string {
  return `curfew-mail-${index + 1}`;
}

/** SES allows 50 recipients per mail, and 50 tags. */
const recipientsMax = 50;
const tagsMax = 100;

const text = z
  .string()
  .max(262_144)
  .transform((given) => printable(given));

const instant = z
  .string()
  .max(64)
  .refine((given) => !Number.isNaN(Date.parse(given)), 'must be an instant')
  .transform((given) => new Date(given).toISOString());

/** Normalized; what is no address is dropped where it is used. */
const address = z.string().max(1_000).transform(emailKey);

const Recipients = z.array(z.object({ emailAddress: address })).max(recipientsMax);

const SentMail = z.lazy(() =>
  z.object({
    timestamp: instant,
    messageId: z.string().min(1).max(256),
    destination: z.array(address).max(recipientsMax),
    tags: z
      .record(z.string(), z.array(z.string().max(1_000)).max(tagsMax))
      .refine((tags) => Object.keys(tags).length <= tagsMax, `must be at most ${tagsMax}`)
      .default({}),
    commonHeaders: z.object({ subject: text.optional() }).default({}),
  }),
);

const feedback = { feedbackId: z.string().min(1).max(256), timestamp: instant };

/** Built on use: most runs are scheduled ones. */
const known = {
  Bounce: z.lazy(() =>
    z.object({
      eventType: z.literal('Bounce'),
      mail: SentMail,
      bounce: z.object({
        ...feedback,
        bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']),
        bounceSubType: text,
        bouncedRecipients: z
          .array(z.object({ emailAddress: address, status: text.optional(), diagnosticCode: text.optional() }))
          .max(recipientsMax),
      }),
    }),
  ),
  Complaint: z.lazy(() =>
    z.object({
      eventType: z.literal('Complaint'),
      mail: SentMail,
      complaint: z.object({
        ...feedback,
        complainedRecipients: Recipients,
        complaintFeedbackType: text.nullish(),
        complaintSubType: text.nullish(),
      }),
    }),
  ),
  Reject: z.lazy(() =>
    z.object({
      eventType: z.literal('Reject'),
      mail: SentMail,
      reject: z.object({ reason: text }),
    }),
  ),
  DeliveryDelay: z.lazy(() =>
    z.object({
      eventType: z.literal('DeliveryDelay'),
      mail: SentMail,
      deliveryDelay: z.object({ timestamp: instant, delayType: text, delayedRecipients: Recipients }),
    }),
  ),
} as const;

const KnownEvent = z.discriminatedUnion('eventType', [
  known.Bounce,
  known.Complaint,
  known.Reject,
  known.DeliveryDelay,
]);
type KnownEvent = z.output<typeof KnownEvent>;

const OtherEvent = z.object({
  eventType: z
    .string()
    .max(64)
    .refine((kind) => !Object.hasOwn(known, kind), 'must be complete'),
});

/** EventBridge's envelope; a repeated delivery has the same one. */
const Delivery = z.object({
  source: z.literal('aws.ses'),
  id: z.string().regex(/^[\w-]{1,64}$/),
  time: z.iso.datetime(),
});

/** An SES mail event from EventBridge. Other fields may be anything. */
export const MailEventEnvelope = Delivery.extend({ detail: z.union([KnownEvent, OtherEvent]) });
export type MailEventEnvelope = z.input<typeof MailEventEnvelope>;

/** The time and unique id of an SES event; undefined for anything else. */
export function mailDeliveryIn(event: unknown): { readonly id: string; readonly atMs: number } | undefined {
  const { data } = Delivery.safeParse(event);
  return data === undefined ? undefined : { id: data.id, atMs: Date.parse(data.time) };
}

/** One event per recipient; undefined for other kinds of event. */
export function mailEventsIn({ detail }: z.output<typeof MailEventEnvelope>): readonly MailEvent[] | undefined {
  return 'mail' in detail ? eventsOf(detail) : undefined;
}

function eventsOf(event: KnownEvent): readonly MailEvent[] {
  const { mail } = event;
  const mailId = mailIdIn(mail.tags);
  const { subject } = mail.commonHeaders;
  return addressesOf(event).map((to) => ({
    ...factsOf(event, to),
    address: to,
    ...(mailId === undefined ? {} : { mailId }),
    ...(subject === undefined ? {} : { subject }),
  }));
}

function factsOf(event: KnownEvent, to: string): Pick<MailEvent, 'at' | 'detail' | 'eventId' | 'what'> {
  const idOf = (own: string) => `${event.eventType}/${event.mail.messageId}/${own}`;
  switch (event.eventType) {
    case 'Bounce': {
      const { bounceType, bounceSubType, bouncedRecipients, feedbackId, timestamp } = event.bounce;
      const about = bouncedRecipients.find(({ emailAddress }) => emailAddress === to) ?? bouncedRecipients[0];
      const detail = sentence(`${bounceType}, ${bounceSubType}`, about?.diagnosticCode ?? about?.status);
      const what = bounceType === 'Permanent' ? 'hard-bounce' : 'soft-bounce';
      return { eventId: idOf(feedbackId), at: timestamp, what, detail };
    }
    case 'Complaint': {
      const { complaintFeedbackType, complaintSubType, feedbackId, timestamp } = event.complaint;
      const type = complaintFeedbackType ?? undefined;
      const detail = sentence(type ?? 'no type given', complaintSubType ?? undefined);
      return { eventId: idOf(feedbackId), at: timestamp, what: complaintKind(type), detail };
    }
    case 'Reject':
      return { eventId: idOf('reject'), at: event.mail.timestamp, what: 'reject', detail: event.reject.reason };
    case 'DeliveryDelay': {
      const { timestamp, delayType } = event.deliveryDelay;
      return { eventId: idOf(timestamp), at: timestamp, what: 'delay', detail: delayType };
    }
  }
}

/** Removal from the spam folder, or a remark on the signature: no refusal of mail. */
function complaintKind(type: string | undefined): MailEventKind {
  return type === 'not-spam' || type === 'auth-failure' ? 'notice' : 'complaint';
}

function sentence(what: string, why: string | undefined): string {
  return printable(why === undefined ? what : `${what}: ${why}`);
}

/** The recipient of our mail, since a bounce may name a forwarding target; of several, those that the event names. */
function addressesOf(event: KnownEvent): readonly string[] {
  const { destination } = event.mail;
  const named = new Set(namedIn(event));
  const meant = destination.length === 1 ? destination : destination.filter((each) => named.has(each));
  return [...new Set(meant)].filter(isEmail);
}

function namedIn(event: KnownEvent): readonly string[] {
  switch (event.eventType) {
    case 'Bounce':
      return event.bounce.bouncedRecipients.map(({ emailAddress }) => emailAddress);
    case 'Complaint':
      return event.complaint.complainedRecipients.map(({ emailAddress }) => emailAddress);
    case 'Reject':
      return event.mail.destination;
    case 'DeliveryDelay':
      return event.deliveryDelay.delayedRecipients.map(({ emailAddress }) => emailAddress);
  }
}
