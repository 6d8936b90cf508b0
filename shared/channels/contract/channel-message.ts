import * as z from 'zod';

import { severities } from '../../notifications/severity.ts';
import { alertGroups, alertKinds } from '../../notifications/topics.ts';
import type { ChannelAlert, ChannelButton, ChannelMessage } from '../channel-message.ts';

export const ChannelAlertDocument = z.object({
  id: z.string().describe('The alert, as `alerts ack` takes it; the same from when it is raised until it is resolved'),
  kind: z.enum(alertKinds),
  group: z.enum(alertGroups),
  state: z.enum(['raised', 'changed', 'resolved', 'acknowledged']),
  severity: z.enum(severities),
  headline: z.string().describe('One sentence for people'),
  details: z.array(z.string()).readonly(),
  at: z.string().describe('ISO instant'),
}) satisfies z.ZodType<ChannelAlert>;

export const ChannelButtonDocument = z.object({ text: z.string(), url: z.string() }) satisfies z.ZodType<ChannelButton>;

export const ChannelMessageDocument = z.object({
  at: z.string(),
  alerts: z.array(ChannelAlertDocument).readonly(),
  alertsInAll: z.int().min(0),
  lead: z.string().optional(),
  finding: z.record(z.string(), z.unknown()).optional(),
  page: z.string().optional(),
  links: z.array(ChannelButtonDocument).readonly().optional(),
}) satisfies z.ZodType<ChannelMessage>;
