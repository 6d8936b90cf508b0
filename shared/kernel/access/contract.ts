import * as z from 'zod';

import { ExplanationDocument } from '../../explanation/contract.ts';
import { HookTokenDocument } from '../../hook/contract.ts';
import { severities } from '../../notifications/severity.ts';
import { RequestDocument } from '../../requests/contract/requests-contract.ts';
import type { Contract } from '../contract/contract.ts';
import { Credits, Day, Instant } from '../contract/document-parts.ts';
import type { TableGrant } from '../contract/tables.ts';
import { rights, roles } from './role.ts';

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

const NewHookTokenDocument = z.object({
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
  /** Given by `roles.teamOwners`. */
  ownedTeams: z.array(z.string()).readonly(),
  /** Given by the owners of the team’s budgets. */
  budgetTeams: z.array(z.string()).readonly(),
  rights: z
    .array(
      z.object({
        right: z.enum(rights),
        reach: z.enum(['all', 'own-team']),
        /** The teams that the right is limited to; null: all. */
        teams: z.array(z.string()).readonly().nullable(),
        help: z.string(),
      }),
    )
    .readonly(),
});
export type CallerDocument = z.output<typeof CallerDocument>;

export const ownContract = {
  showOwn: {
    purpose: 'Shows the caller their own limit, use, warnings, requests and tokens of hooks, and nothing of others',
    answer: OwnDocument,
  },
  askForCredits: {
    purpose: 'Asks for more credits for the caller; a rule may approve it at once',
    body: z.strictObject({
      /** Credits as people write them: 250000, 250k, 1.5M. */
      credits: z.string().max(30),
      /** The last UTC day. */
      until: z.string().max(10),
      reason: z.string().max(2_000),
    }),
    answer: RequestDocument,
  },
  withdrawRequest: {
    purpose: 'Takes back a request of the caller that is not decided yet',
    params: z.strictObject({ id: z.string().min(9).max(100) }),
    answer: RequestDocument,
  },
  makeHookToken: {
    purpose: 'Makes a token for the caller’s own hook; its text is answered this once and kept nowhere',
    answer: NewHookTokenDocument,
  },
  revokeOwnHookToken: {
    purpose: 'Revokes a token of the caller’s own hook',
    params: z.strictObject({ token: z.string().regex(/^[0-9a-f]{8,64}$/u, 'must be the name of a token, as listed') }),
    answer: HookTokenDocument,
  },
} as const satisfies Contract<'own'>;

export const accessContract = {
  showCaller: { purpose: 'Shows who is calling, which roles they have, and what these allow', answer: CallerDocument },
} as const satisfies Contract<'access'>;

/** People with AWS permissions. Rights at the admin API follow from its roles. */
export type Person = 'caller' | 'operator' | 'direct-editor';

export interface PersonPermissions {
  /** Must not change: CloudFormation would replace the policy by an unattached one. */
  readonly description: string;
  /** May find the deployment and call its admin API with signatures. */
  readonly callsAdminApi?: true;
  /** May read the signed heads and the public key. */
  readonly verifiesEvidence?: true;
  /** May read the setup of tables, functions, schedules, alarms and the sender. */
  readonly looksAtResources?: true;
  readonly tables: readonly TableGrant[];
}

const editing = ['dynamodb:DeleteItem', 'dynamodb:PutItem'] as const;

/** Least privilege: only functions write tables, unless the organization allows direct edits. */
export const people: Readonly<Record<Person, PersonPermissions>> = {
  caller: {
    description: 'Calls the admin API of Curfew, where roles say what who may do',
    callsAdminApi: true,
    tables: [],
  },
  operator: {
    description: 'Looks with the doctor at what a deployment of Curfew rests on; beside the policy of callers',
    verifiesEvidence: true,
    looksAtResources: true,
    tables: [
      { table: 'teams', actions: ['dynamodb:Scan'] },
      { table: 'runs', actions: ['dynamodb:Query'] },
      { table: 'live', actions: ['dynamodb:GetItem'] },
      { table: 'recipients', actions: ['dynamodb:Scan'] },
      { table: 'records', actions: ['dynamodb:Query'] },
      { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
      { table: 'leases', actions: ['dynamodb:GetItem'] },
      { table: 'evidence', actions: ['dynamodb:Query'] },
    ],
  },
  'direct-editor': {
    description: 'Puts and removes rows of the tables whose edits Curfew adopts',
    tables: [
      { table: 'budgets', actions: editing },
      { table: 'teams', actions: editing },
      { table: 'grants', actions: editing },
    ],
  },
};
