import * as z from 'zod';

import { channelIn } from '../../channels/channel.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { isTimeZone } from '../../kernel/time/time-zone.ts';
import { emailSchema } from '../../roster/contract.ts';
import { setting } from './setting.ts';

const rulesMax = 20;
/** A person's address, or a channel. */
const recipient = () =>
  z.string().refine((text) => channelIn(text) !== undefined || emailSchema().safeParse(text).success, {
    error: ({ input }) =>
      `${quotedValue(input)} is neither an email nor a channel; give one such as ana@acme.com or slack:finops`,
  });
const recipientList = () => z.array(recipient()).max(50);

const timeZone = () =>
  z
    .string()
    .max(64)
    .refine(isTimeZone, {
      error: ({ input }) => `the time zone ${quotedValue(input)} is unknown; give an IANA name such as Europe/Berlin`,
    })
    .default('UTC');

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;
const endPattern = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/u;
const timeOfDay = (pattern: RegExp) =>
  z.string().regex(pattern, {
    error: ({ input }) => `${quotedValue(input)} is not a time of day; give one such as 08:00`,
  });

/** ISO weekdays: 1 is Monday, 7 is Sunday. */
const days = () =>
  z
    .array(z.int().min(1).max(7))
    .min(1, { error: 'no weekday is named; give numbers from 1 (Monday) to 7 (Sunday), or leave it out for every day' })
    .max(7)
    .default([1, 2, 3, 4, 5, 6, 7]);

const waitingSeverities = ['high', 'medium', 'low', 'info'] as const;
const severities = () =>
  z
    .array(
      z.enum(waitingSeverities, {
        error: ({ input }) =>
          input === 'critical'
            ? 'critical goes at once and never waits; leave it out'
            : `${quotedValue(input)} is not a severity that can wait; give ${waitingSeverities.join(', ')}`,
      }),
    )
    .min(1, { error: `no severity is named; give some of ${waitingSeverities.join(', ')}` })
    .max(waitingSeverities.length);

/** Absent: everyone whom no other rule names. */
const recipients = () => recipientList().min(1, { error: 'names no one; leave it out for all people' }).optional();

const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z][a-z0-9-]{0,61}[a-z0-9]$/u;

const domain = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .refine((text) => domainPattern.test(text), {
      error: ({ input }) => {
        const near = (String(input).split('@').at(-1) ?? '').replace(/^\*?\.|\.$/gu, '');
        return `${quotedValue(input)} is no domain; give one as it stands in addresses, such as ${domainPattern.test(near) ? near : 'acme.com'}, in ASCII, without @ and patterns`;
      },
    });

const words = {
  recipients: 'For whom this is. Default: all people whom no other rule names.',
  timeZone: 'An IANA name, such as Europe/Vienna.',
  days: 'ISO weekdays: 1 is Monday, 7 is Sunday.',
} as const;

const quietHours = () =>
  z
    .strictObject({
      recipients: setting(recipients(), words.recipients),
      severities: setting(severities().default([...waitingSeverities]), 'What waits; critical never does.'),
      timeZone: setting(timeZone(), words.timeZone),
      days: setting(days(), words.days),
      from: setting(timeOfDay(timePattern), 'When the quiet hours begin.'),
      until: setting(
        timeOfDay(endPattern),
        'When they end, not included; a time before `from` is on the next day, and `24:00` is the end of the day.',
      ),
    })
    .refine(({ from, until }) => from !== until, {
      path: ['until'],
      error: 'quiet hours that end when they begin leave no time to tell anything; give another end',
    });

const digest = () =>
  z.strictObject({
    recipients: setting(recipients(), words.recipients),
    severities: setting(severities(), 'What waits for the digest; critical never does.'),
    timeZone: setting(timeZone(), words.timeZone),
    days: setting(days(), words.days),
    at: setting(timeOfDay(timePattern), 'When the digest is sent.'),
  });

/** Delivery times; default: each notification goes out with its run. */
export const alertSettings = () =>
  z.strictObject({
    fallback: setting(
      recipientList().default([]),
      'Who is notified in place of unreachable recipients. Default: the admins.',
    ),
    unreachable: setting(
      z.array(recipient()).max(200).default([]),
      'The fallback stands in for these addresses, beside those whose mail came back, until they are taken off this list.',
    ),
    timeZone: setting(
      timeZone(),
      'An IANA name, such as Europe/Vienna: mails name the hour of a reset in it too. With UTC they name that alone.',
    ),
    timeZoneMetadataKey: setting(
      z.string().min(1).max(128).optional(),
      'The key of the roster’s metadata that has a user’s own time zone, where it has one.',
    ),
    ownDomains: setting(
      z.array(domain()).max(50).default([]),
      'The organization’s mail domains, and those below them, such as acme.com: mails print their addresses whole, beside those at the domains of most people and of the recipient, and break up all others. Name none at which others have addresses too.',
    ),
    quietHours: setting(
      z.array(z.lazy(quietHours)).max(rulesMax).default([]),
      'Everything but what is critical waits until these hours end.',
    ),
    digest: setting(
      z.array(z.lazy(digest)).max(rulesMax).default([]),
      'These severities wait for one mail at a time of some weekdays.',
    ),
  });
