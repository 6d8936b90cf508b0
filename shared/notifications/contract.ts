import * as z from 'zod';

import { ownChanges } from '../kernel/access/same-person.ts';
import type { Contract } from '../kernel/contract/contract.ts';
import { Day, Instant } from '../kernel/contract/document-parts.ts';
import { DayText, pageOf, PageQuery, SearchText } from '../kernel/contract/fields/page.ts';
import { troubleCauses } from '../mail/recipient.ts';
import { severities } from './severity.ts';
import { alertGroups, alertKinds, alertStatuses } from './topics.ts';

/** How many alerts a list of open ones leaves out. */
const silenced = { acknowledged: z.int(), snoozed: z.int(), muted: z.int() };

export const AlertDocument = z.object({
  /** As `alerts ack` takes it. */
  id: z.string(),
  alertId: z.string(),
  kind: z.enum(alertKinds),
  group: z.enum(alertGroups),
  /** A person, a budget's scope, a computer, a session or a repository. */
  subject: z.string(),
  severity: z.enum(severities),
  status: z.enum(alertStatuses),
  headline: z.string(),
  /** Based on sessions; the next figures replace it. */
  provisional: z.boolean(),
  since: Instant,
  /** Default when empty: the admins. */
  owners: z.array(z.string()).readonly(),
  acknowledged: z
    .object({
      by: z.string(),
      at: Instant,
      reason: z.string(),
      until: Day.nullable(),
      mute: z.string().nullable(),
      /** For a change of the controls: whether its author acknowledged it. */
      ownChange: z.enum(ownChanges).optional(),
    })
    .nullable(),
});
export type AlertDocument = z.output<typeof AlertDocument>;

/** One alert, or many of one kind and severity. */
export const AlertRowDocument = z.object({
  key: z.string(),
  kind: z.enum(alertKinds),
  group: z.enum(alertGroups),
  severity: z.enum(severities),
  headline: z.string(),
  count: z.int(),
  /** False for information: low and info. */
  asks: z.boolean(),
  since: Instant,
  /** The first of all. */
  owners: z.array(z.string()).readonly(),
  alerts: z.array(AlertDocument).readonly(),
});
export type AlertRowDocument = z.output<typeof AlertRowDocument>;

export const MuteDocument = z.object({
  /** As `alerts unmute` takes it. */
  id: z.string(),
  kind: z.enum(alertKinds),
  subject: z.string().nullable(),
  by: z.string(),
  at: Instant,
  reason: z.string(),
  until: Day,
});
export type MuteDocument = z.output<typeof MuteDocument>;

/** `alerts`: open ones that it silenced, or opened again. */
const ChangedMute = MuteDocument.extend({ alerts: z.int() });

export const UnreachableDocument = z.object({
  address: z.string(),
  /** `settings`: from the manual list. */
  cause: z.enum([...troubleCauses, 'settings']),
  since: Instant.nullable(),
  detail: z.string().nullable(),
  mailId: z.string().nullable(),
  subject: z.string().nullable(),
});
export type UnreachableDocument = z.output<typeof UnreachableDocument>;

const ClearedDocument = z.object({
  address: z.string(),
  cause: z.enum(troubleCauses),
  since: Instant,
  clearedBy: z.string().nullable(),
  clearedAt: Instant.nullable(),
});

const AlertsQuery = z.strictObject({
  ...PageQuery.shape,
  /** Default: open ones. */
  status: z.enum([...alertStatuses, 'all']).optional(),
  severity: z.enum(severities).optional(),
  kind: z.enum(alertKinds).optional(),
  /** One alert, by its id; of any status unless that is given. */
  alert: z.string().min(1).max(100).optional(),
  /** Every word in the headline, the severity or the kind. */
  search: SearchText.optional(),
});

export const alertsContract = {
  listAlertRows: {
    purpose: 'Lists the alerts as rows, in the same order: many of one kind and severity are one row',
    query: AlertsQuery,
    answer: pageOf(AlertRowDocument, {
      /** Of all rows; alerts are counted, not rows. */
      bySeverity: z.partialRecord(z.enum(severities), z.int()),
      ...silenced,
    }),
    rowKey: ['key'],
  },
  listAlerts: {
    purpose: 'Lists the alerts that are not resolved: the most severe first, then those that stop people',
    query: AlertsQuery,
    answer: pageOf(AlertDocument, silenced),
    rowKey: ['id'],
  },
  acknowledgeAlert: {
    purpose: 'Acknowledges an alert: no mail is sent about it until it changes or a day has passed',
    params: z.strictObject({ alert: z.string().min(1).max(100) }),
    body: z.strictObject({
      reason: z.string().max(2_000),
      /** The last day it counts; default: until the alert changes. */
      until: DayText.optional(),
    }),
    answer: AlertDocument,
  },
  listMutes: {
    purpose: 'Lists the mutes in force: which kinds of alerts they silence, by whom, why and until when',
    query: PageQuery,
    answer: pageOf(MuteDocument, {}),
    rowKey: ['id'],
  },
  muteAlerts: {
    purpose:
      'Silences alerts of a kind, or those about one subject, through a day; critical alerts and evidence are never muted',
    body: z.strictObject({
      kind: z.enum(alertKinds),
      /** As alerts have it: a person, a budget’s scope, a computer. Default: all of the kind. */
      subject: z.string().min(1).max(400).optional(),
      reason: z.string().max(2_000),
      until: DayText,
    }),
    answer: ChangedMute,
  },
  unmuteAlerts: {
    purpose: 'Ends a mute: the alerts that it silenced are open again',
    params: z.strictObject({ mute: z.string().min(1).max(100) }),
    answer: ChangedMute,
  },
  listUnreachable: {
    purpose: 'Lists the addresses whose mail came back, and those that the settings name',
    query: PageQuery,
    answer: pageOf(UnreachableDocument, {}),
    rowKey: ['address'],
  },
  clearUnreachable: {
    purpose: 'Says that mail reaches an address again',
    params: z.strictObject({ email: z.string().min(1).max(320) }),
    answer: ClearedDocument,
  },
} as const satisfies Contract<'alerts'>;
