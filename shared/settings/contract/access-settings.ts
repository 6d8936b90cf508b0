import * as z from 'zod';

import { isNotEmail } from '../../kernel/access/decide-access.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { isOneEmail } from '../../roster/email.ts';
import { setting } from './setting.ts';

const entriesMax = 100;
const teamsMax = 500;

const entryPattern = /^(?:group:[^\p{Cc}\p{Cf}*?]{1,200}|role\/[\w+=,.@-]{1,64}|user\/[\w+=,.@/-]{1,576})$/u;

/** Exact names without patterns: the list must show who has a role. */
const entry = () =>
  z
    .string()
    .trim()
    .max(600)
    .refine((text) => (isNotEmail(text) ? entryPattern.test(text) : isOneEmail(text)), {
      error: ({ input }) =>
        `${quotedValue(input)} names no one; give an email, group:NAME of the token, or role/NAME or user/NAME of IAM, without patterns`,
    });
const entries = () => z.array(entry()).max(entriesMax);

export const roles = () =>
  z.strictObject({
    viewers: setting(
      entries().default([]),
      'Who may see everything: emails, group:NAME, role/NAME or user/NAME of IAM.',
    ),
    budgetAdmins: setting(entries().default([]), 'Who edits budgets, teams, top-ups and exemptions, and starts runs.'),
    approvers: setting(entries().default([]), 'Who approves and rejects held plans and requests.'),
    security: setting(entries().default([]), 'Who decides on the controls: baseline, exceptions, announcements.'),
    teamOwners: setting(
      z
        .record(z.string().trim().min(1).max(256), entries())
        .refine((teams) => Object.keys(teams).length <= teamsMax, {
          error: `names more than ${teamsMax} teams; give at most ${teamsMax}`,
        })
        .default({}),
      'By the name of a team, who owns it: sets budgets and top-ups of its members within its own amount.',
    ),
  });

const identity = () =>
  z.union([z.literal('nobody'), z.literal('session'), z.string().trim().toLowerCase().refine(isOneEmail)], {
    error: ({ input }) => `${quotedValue(input)} is nobody; give an email, nobody or session`,
  });

const identities = () =>
  z
    .record(
      z.string().refine((text) => /^(?:role|user)\//u.test(text) && entryPattern.test(text), {
        error: ({ input }) => `${quotedValue(input)} is no principal; give role/NAME or user/NAME of IAM`,
      }),
      identity(),
    )
    .refine((named) => Object.keys(named).length <= entriesMax, {
      error: `names more than ${entriesMax} principals; give at most ${entriesMax}`,
    });

/** Default: on at a deployment's admin API, off where the operating system's user is the only one. */
const rule = () => z.boolean().optional();

export const fourEyes = () =>
  z.strictObject({
    heldPlans: setting(
      rule(),
      'Who edited what a held plan follows from may not approve it. When left out, on in AWS and off on one machine.',
    ),
    ownLimit: setting(
      rule(),
      'No one raises their own limit alone, and who asks may not grant. When left out, on in AWS and for clicks in channels, off on one machine.',
    ),
    identities: setting(
      identities().optional(),
      'Who is behind a role/NAME or user/NAME of IAM, for the rule on one’s own limit: an email, nobody (no person with a limit), or session (the name of each session is an email that its user cannot choose). Of whom nothing is known may raise no limit.',
    ),
  });
