import * as z from 'zod';

import { rights, roles } from '../../../domain/access/role.ts';
import { severities } from '../../../domain/notifications/severity.ts';
import { ExplanationDocument } from '../credits/explanation-document.ts';
import { RequestDocument } from '../credits/request-documents.ts';
import { Credits, Day, Instant } from '../document-parts.ts';
import { HookTokenDocument } from './hook-token-document.ts';

/** What a person sees of themself, and of nobody else. */
const OwnPerson = z.object({
  /** The limit in force, what is surely left of it, and what was seen since the figures end; null without a limit. */
  left: z
    .object({
      limit: Credits,
      left: Credits,
      resetsAt: Instant,
      through: Day.nullable(),
      seen: Credits,
    })
    .nullable(),
  /** Budgets of others are left out: of a pool only that it decides, and the share that it leaves. */
  explanation: ExplanationDocument,
  /** Each day of the platform window that has passed. */
  days: z
    .array(z.object({ day: Day, status: z.enum(['complete', 'suspect', 'missing']), credits: Credits }))
    .readonly(),
  /** What they were notified of by mail and is still so. */
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
  /** Of this month and the one before, the newest first. */
  requests: z.array(RequestDocument).readonly(),
  /** Tokens of the hook that work, the newest first. */
  tokens: z.array(HookTokenDocument).readonly(),
});

/** The own page of whoever calls. */
export const OwnDocument = z.object({
  name: z.string(),
  email: z.string().nullable(),
  at: Instant,
  /** Null: nobody on the roster has the email, or several people have. */
  person: OwnPerson.nullable(),
  /** What a request may ask for. */
  asking: z.object({ firstDay: Day, lastDay: Day, usualDay: Day, reasonCharsMax: z.int(), openMax: z.int() }),
  hook: z.object({
    tokensMax: z.int(),
    /** Where the hook calls; null: below the address of the console itself. */
    links: z.string().nullable(),
    /** Path of the hook's own file, below that. */
    file: z.string(),
  }),
});
export type OwnDocument = z.output<typeof OwnDocument>;

/** A token that was just made. */
export const NewHookTokenDocument = z.object({
  token: HookTokenDocument,
  /** The token itself: it is shown this once, and kept nowhere. */
  text: z.string(),
});

/** Who calls, as the admin API proved them. */
export const CallerDocument = z.object({
  /** As it stands on their edits. */
  name: z.string(),
  email: z.string().nullable(),
  /** `machine`: the user of the operating system, who may do everything. */
  via: z.enum(['machine', 'iam', 'oidc', 'link']),
  roles: z.array(z.enum(roles)).readonly(),
  ownedTeams: z.array(z.string()).readonly(),
  /** What they may do, for everybody or within the teams that they own. */
  rights: z.array(z.object({ right: z.enum(rights), reach: z.enum(['all', 'own-team']), help: z.string() })).readonly(),
});
export type CallerDocument = z.output<typeof CallerDocument>;
