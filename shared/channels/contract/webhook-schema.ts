import * as z from 'zod';

import { findingType, webhookType } from '../payloads/webhook.ts';
import { ChannelAlertDocument, ChannelButtonDocument } from './channel-message.ts';

/** Kinds and groups are texts here: further ones may come, and are no other type. */
const SentAlert = ChannelAlertDocument.extend({
  kind: z.string().describe('What it is about, such as budget-use; further kinds may be added'),
  state: z.enum(['raised', 'changed', 'resolved']),
  group: z.string().describe('Such as budgets, controls, stopped; further groups may be added'),
});

const AlertsBody = z.object({
  type: z.literal(webhookType).describe('Another meaning of the same fields gets another type'),
  timestamp: z.string().describe('ISO instant at which the message was written; the same at every try'),
  data: z.object({
    id: z.string().describe('The id of the message, as in webhook-id; the same at every try'),
    subject: z.string(),
    text: z.string().describe('Of a message in place of a mail, and of a test; empty with alerts'),
    alerts: z.array(SentAlert).readonly().describe('The most severe first'),
    alertsInAll: z.int().min(0).describe('More than are listed where there are too many'),
    page: z.string().nullable().describe('The console, where its address is known'),
    links: z
      .array(ChannelButtonDocument)
      .readonly()
      .describe('What can be done from the message, such as Acknowledge; each address works once, and asks first'),
  }),
});

const FindingBody = z.object({
  type: z.literal(findingType),
  timestamp: z.string().describe('ISO instant at which the message was written; the same at every try'),
  data: z.object({
    id: z.string().describe('The id of the message, as in webhook-id; the same at every try'),
    finding: z.record(z.string(), z.unknown()).describe('A Compliance Finding of OCSF 1.6 (class 2003)'),
  }),
});

/** The body of a webhook, and the detail of an event: what receivers may rely on. */
const WebhookBody = z.discriminatedUnion('type', [AlertsBody, FindingBody]);

/** JSON Schema (2020-12) of the body of a webhook. */
export function webhookSchema(): object {
  return { $id: 'channel-event.schema.json', title: 'Alerts of Curfew', ...z.toJSONSchema(WebhookBody) };
}
