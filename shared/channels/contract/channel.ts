import * as z from 'zod';

import { parseScope, scopeForms } from '../../budgets/scope.ts';
import { lineSchema, noteField } from '../../kernel/records/contract/fields/field-schemas.ts';
import { flagForm, listForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import { defineRecord, fault, type RecordCodec } from '../../kernel/records/contract/record.ts';
import { meantWord } from '../../kernel/texts/nearest-word.ts';
import { severities } from '../../notifications/severity.ts';
import { type AlertGroup, alertGroups, type AlertKind, alertKinds } from '../../notifications/topics.ts';
import {
  channelKind,
  channelKinds,
  channelLimits,
  channelReports,
  type ChannelKey,
  type ChannelTerms,
} from '../channel.ts';

const nameRemedy = `give 1 to ${channelLimits.nameCharsMax} of a-z, 0-9 and -, such as finops`;
const kindRemedy = `give ${channelKinds.join(', ')}`;
const severityRemedy = `give ${severities.join(', ')}`;
const alertsRemedy = `give groups (${alertGroups.join(', ')}) or kinds as "npx curfew alerts list --json" names them, separated by ;`;
const teamsRemedy = `give 1 to ${channelLimits.listMax} names of teams, separated by ;`;
const budgetsRemedy = `give 1 to ${channelLimits.listMax} scopes, each ${scopeForms}, separated by ;`;

const reportsRemedy = `give ${channelReports.join(', ')}, separated by ;`;

const alertWords: readonly string[] = [...alertGroups, ...alertKinds];

/** The error for a word that is none of some: the nearest of them, or the remedy. */
function nearest(what: string, words: readonly string[], remedy: string) {
  return ({ input }: { readonly input?: unknown }): string =>
    fault(what, typeof input === 'string' ? meantWord(input, words, remedy) : remedy)({ input });
}

const alert = z
  .string({ error: fault('is not a text', alertsRemedy) })
  .refine((text): text is AlertGroup | AlertKind => alertWords.includes(text), {
    error: nearest('is neither a group nor a kind of alerts', alertWords, alertsRemedy),
  });

function listSchema<T>(each: z.ZodType<T>, remedy: string) {
  return z
    .array(each, { error: fault('is not a list', remedy) })
    .min(1, { error: fault('names none', remedy) })
    .max(channelLimits.listMax, { error: fault('names too many', remedy) });
}

/** Which alerts go to a channel. Its address is no part of it: that is a secret, and kept apart. */
export const channelRecord: RecordCodec<ChannelKey, ChannelTerms> = defineRecord({
  kind: channelKind,
  fields: {
    name: {
      schema: z
        .string({ error: fault('is not a text', nameRemedy) })
        .regex(/^[a-z0-9][a-z0-9-]*$/u, { error: fault('is no name of a channel', nameRemedy) })
        .max(channelLimits.nameCharsMax, { error: fault('is too long', nameRemedy) }),
      form: wordForm,
      label: 'Channel',
      title: 'Name',
      help: 'a name of your own, such as finops',
      cli: { argument: 'name' },
      as: 'channel',
    },
    kind: {
      schema: z.enum(channelKinds, { error: nearest('is unknown', channelKinds, kindRemedy) }),
      form: wordForm,
      label: 'Kind',
      words: {
        slack: 'an incoming webhook of Slack',
        teams: 'a workflow of Teams',
        webhook: 'any receiver; messages are signed',
        pagerduty: 'a service of PagerDuty',
        eventbridge: 'an event bus of Amazon EventBridge',
        securityhub: 'AWS Security Hub; gets findings of controls alone',
      },
      help: channelKinds.join(', '),
      cli: { option: 'kind', takes: 'kind', isRequired: true },
    },
    severity: {
      schema: z.enum(severities, { error: nearest('is no severity', severities, severityRemedy) }).default('high'),
      form: wordForm,
      label: 'From',
      title: 'Least severity',
      help: `the least severity: ${severities.join(', ')}; high unless given`,
      cli: { option: 'severity', takes: 'severity' },
    },
    alerts: {
      schema: listSchema(alert, alertsRemedy),
      form: listForm,
      label: 'Alerts',
      help: 'which alerts, by group or kind, such as controls; all unless given',
      cli: { option: 'alerts', takes: 'kinds' },
      isOptional: true,
    },
    teams: {
      schema: listSchema(lineSchema(256, teamsRemedy), teamsRemedy),
      form: listForm,
      label: 'Teams',
      help: 'only alerts about budgets of these teams, or those named as budgets',
      cli: { option: 'teams', takes: 'names' },
      isOptional: true,
    },
    budgets: {
      schema: listSchema(
        z
          .string({ error: fault('is not a text', budgetsRemedy) })
          .refine((text) => parseScope(text) !== undefined, { error: fault('is no scope', budgetsRemedy) }),
        budgetsRemedy,
      ),
      form: listForm,
      label: 'Budgets',
      help: 'only alerts about these budgets, such as team:web',
      cli: { option: 'budgets', takes: 'scopes' },
      isOptional: true,
    },
    reports: {
      schema: listSchema(
        z.enum(channelReports, { error: nearest('is no report', channelReports, reportsRemedy) }),
        reportsRemedy,
      ),
      form: listForm,
      label: 'Reports',
      help: `what it gets beside alerts: ${channelReports.join(', ')}; none unless given`,
      cli: { option: 'reports', takes: 'kinds' },
      isOptional: true,
    },
    approver: {
      schema: z.boolean({ error: fault('is not a yes or no', 'give true or false') }),
      form: flagForm,
      label: 'Approver',
      help: 'its readers decide on requests for credits; only where fourEyes.ownLimit is false',
      cli: { option: 'approver', orNot: 'its readers do not decide, which is usual' },
      isOptional: true,
    },
    note: noteField(channelLimits.noteCharsMax),
  },
});
