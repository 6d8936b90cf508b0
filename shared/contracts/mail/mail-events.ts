import * as z from 'zod';

import { printable } from '../../domain/mail/printable.ts';
import type { MailEvent, MailEventKind } from '../../domain/mail/recipient.ts';
import { emailKey, isEmail } from '../../domain/roster/email.ts';
import { mailIdIn } from './mail-tags.ts';

/** SES takes 50 recipients a mail, and 50 tags. */
const recipientsMax = 50;
const tagsMax = 100;

/** Text from far away: of any length that an event may have, and short and on one line from here on. */
const text = z
  .string()
  .max(262_144)
  .transform((given) => printable(given));

const instant = z
  .string()
  .max(64)
  .refine((given) => !Number.isNaN(Date.parse(given)), 'must be an instant')
  .transform((given) => new Date(given).toISOString());

/** As it is matched; what is no address at all is left out where it is used. */
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

/** Each is made when a mail is reported about: most runs count by the schedule. */
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

/** Kinds that nobody asked for, or that came after this was written. */
const OtherEvent = z.object({
  eventType: z
    .string()
    .max(64)
    .refine((kind) => !Object.hasOwn(known, kind), 'must be complete'),
});

/** What EventBridge says of every event that it hands over; one that is delivered twice says the same. */
const Delivery = z.object({
  source: z.literal('aws.ses'),
  id: z.string().regex(/^[\w-]{1,64}$/),
  time: z.iso.datetime(),
});

/** An event of SES about a mail, as EventBridge hands it over. Fields that are not named here may be anything. */
export const MailEventEnvelope = Delivery.extend({ detail: z.union([KnownEvent, OtherEvent]) });
export type MailEventEnvelope = z.input<typeof MailEventEnvelope>;

/** When an event of SES happened, and an id of it that no other event has; undefined for anything else. */
export function mailDeliveryIn(event: unknown): { readonly id: string; readonly atMs: number } | undefined {
  const { data } = Delivery.safeParse(event);
  return data === undefined ? undefined : { id: data.id, atMs: Date.parse(data.time) };
}

/** One event for each address that a mail was to reach; undefined for a kind of event that is none of ours. */
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

/** What an event says, but for the mail that it is about. */
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

/** Taken out of the spam folder, or about the signature of the mail: nobody who does not want to be written to. */
function complaintKind(type: string | undefined): MailEventKind {
  return type === 'not-spam' || type === 'auth-failure' ? 'notice' : 'complaint';
}

function sentence(what: string, why: string | undefined): string {
  return printable(why === undefined ? what : `${what}: ${why}`);
}

/**
 * Whom the mail was to reach. A bounce may name another address, to which the mail was handed on; ours is the one that
 * is written to, and there is one a mail. Of several, those that the event names.
 */
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
