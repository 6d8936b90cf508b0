import * as z from 'zod';

import { ExplanationDocument } from '../../../explanation/contract.ts';
import { HookTokenDocument } from '../../../hook/contract/hook-token-document.ts';
import { severities } from '../../../notifications/severity.ts';
import { RequestDocument } from '../../../requests/contract/request-documents.ts';
import { Credits, Day, Instant } from '../../contract/document-parts.ts';
import { rights, roles } from '../role.ts';

/** What people see about themselves only. */
const OwnPerson = z.object({
  /** The limit in force, the certain remainder, and use seen since the figures end; null without a limit. */
  left: z
    .object({
      limit: Credits,
      left: Credits,
      resetsAt: Instant,
      through: Day.nullable(),
      seen: Credits,
    })
    .nullable(),
  /** Without others' budgets: of a pool only that it decides, and the remaining share. */
  explanation: ExplanationDocument,
  days: z
    .array(z.object({ day: Day, status: z.enum(['complete', 'suspect', 'missing']), credits: Credits }))
    .readonly(),
  warnings: z
    .array(
      z.object({
        id: z.string(),
        severity: z.enum(severities),
        headline: z.string(),
        details: z.array(z.string()).readonly(),
        since: Instant,
      }),
    )
    .readonly(),
  /** This month and the previous one, newest first. */
  requests: z.array(RequestDocument).readonly(),
  tokens: z.array(HookTokenDocument).readonly(),
});

export const OwnDocument = z.object({
  name: z.string(),
  email: z.string().nullable(),
  at: Instant,
  /** Null: the email belongs to no roster user, or to several. */
  person: OwnPerson.nullable(),
  asking: z.object({ firstDay: Day, lastDay: Day, usualDay: Day, reasonCharsMax: z.int(), openMax: z.int() }),
  hook: z.object({
    tokensMax: z.int(),
    /** Where the hook calls; null: the console's own address. */
    links: z.string().nullable(),
    file: z.string(),
  }),
});
export type OwnDocument = z.output<typeof OwnDocument>;

export const NewHookTokenDocument = z.object({
  token: HookTokenDocument,
  /** The token, shown only once. */
  text: z.string(),
});

export const CallerDocument = z.object({
  name: z.string(),
  email: z.string().nullable(),
  /** `machine`: the operating system's user, who may do everything. */
  via: z.enum(['machine', 'iam', 'oidc', 'link']),
  roles: z.array(z.enum(roles)).readonly(),
  ownedTeams: z.array(z.string()).readonly(),
  rights: z.array(z.object({ right: z.enum(rights), reach: z.enum(['all', 'own-team']), help: z.string() })).readonly(),
});
export type CallerDocument = z.output<typeof CallerDocument>;
