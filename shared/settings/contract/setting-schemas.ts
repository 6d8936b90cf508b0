import * as z from 'zod';

import { emailSchema } from '../../roster/contract.ts';
import { fourEyes as fourEyesSchema, roles as rolesSchema } from './access-settings.ts';
import { alertSettings } from './alert-settings.ts';
import { controls as controlsSchema } from './control-settings.ts';
import { live as liveSchema, pools as poolsSchema } from './credit-settings.ts';
import { monthlyExports as monthlyExportsSchema } from './export-settings.ts';
import { metrics as metricsSchema } from './metric-settings.ts';
import { money as moneySchema } from './money-settings.ts';
import { setting } from './setting.ts';
import {
  computers as computersSchema,
  readiness as readinessSchema,
  roster as rosterSchema,
  sessions as sessionsSchema,
  weeklyDigest as weeklyDigestSchema,
} from './watcher-settings.ts';

const share = () => z.number().min(0).max(1);

const blastRadiusBounds = () =>
  z.strictObject({
    loweredShare: setting(share().default(0.3), 'The share of the confirmed caps that a plan may lower.', 'share of 1'),
    blockedUsersMax: setting(
      z.int().min(0).default(10),
      'How many users a plan may take all that they had left.',
      'users',
    ),
    raisedShare: setting(
      z.number().min(0).default(0.5),
      'The share by which a plan may raise the total of limits.',
      'share of 1',
    ),
  });

/**
 * The schema of each setting of an organization by its name, in the order in which they are shown. What platform-api.md
 * does not show is a setting here, with a safe default.
 */
export const settingSchemas = {
  admins: setting(
    z.array(emailSchema()).max(50).default([]),
    'Who gets the nightly summary and is notified of guards and failures.',
  ),
  roles: setting(
    rolesSchema().prefault({}),
    'Who may do what at the admin API: docs/roles.md. Default: no one; on one machine the operator may do everything.',
  ),
  fourEyes: setting(fourEyesSchema().prefault({}), 'Where two people are needed: docs/roles.md.'),
  doorUrl: setting(
    z
      .string()
      .max(300)
      .regex(/^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w-]+)*$/u, {
        error: 'is no address of an admin API; give one such as https://curfew.example.com, without a slash at its end',
      })
      .optional(),
    'Where people reach the admin API, for the links in mails; without it mails say whom to ask instead.',
  ),
  consoleUrl: setting(
    z
      .string()
      .max(300)
      .regex(/^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w-]+)*$/u, {
        error: 'is no address of a console; give one such as https://curfew.example.com, without a slash at its end',
      })
      .optional(),
    'Where people open the console, for the links in mails; without it mails name the command instead.',
  ),
  mailFrom: setting(emailSchema().default('curfew@localhost.localdomain'), 'The sender of every mail.'),
  alerts: setting(
    alertSettings().prefault({}),
    'Quiet hours, digests, and who stands in for whom mail does not reach: docs/alerts.md.',
  ),
  privateChannels: setting(
    z.boolean().default(false),
    'Whether channels may be in a private network, and on this machine without encryption: docs/channels.md.',
  ),
  weeklyDigest: setting(
    weeklyDigestSchema().prefault({}),
    'When the weekly digest goes out, and to whom: docs/digest.md.',
  ),
  roster: setting(rosterSchema().prefault({}), 'When a user is idle: docs/roster.md.'),
  metrics: setting(metricsSchema().prefault({}), 'What other tools get of figures: docs/metrics.md.'),
  money: setting(moneySchema().prefault({}), 'What credits cost: docs/exports.md.'),
  monthlyExports: setting(monthlyExportsSchema().prefault({}), 'Figures of each month as files: docs/exports.md.'),
  platformWindowAnchorDay: setting(
    z.int().min(1).max(31).default(1),
    '1: the platform counts use against a limit over the calendar month, UTC; 2 to 31: over a month from that day.',
  ),
  clockToleranceSeconds: setting(
    z.int().min(1).max(3_600).default(120),
    'The clock of this machine and the platform’s may differ by so much; beyond it, admins are notified.',
    'seconds',
  ),
  toleranceShare: setting(
    share().default(0.001),
    'By how much the sum over users may differ from the day’s total, and one endpoint from the other.',
    'share of 1',
  ),
  collapseShare: setting(
    share().default(0.1),
    'A day under this share of its weekday’s median has collapsed.',
    'share of 1',
  ),
  collapseFloorCredits: setting(
    z.int().min(0).default(10_000),
    'A day can only have collapsed when that median is above this.',
    'credits',
  ),
  rereadDays: setting(
    z.int().min(1).max(31).default(3),
    'The last days that are read again each night, since past days may be restated.',
    'days',
  ),
  fullRereadWeekday: setting(
    z.int().min(1).max(7).default(7),
    'The ISO weekday on which all days of every window are read again.',
  ),
  analyticsDaysMax: setting(
    z.int().min(1).max(366).default(92),
    'How many days one analytics call may span: a quarter. A range that the platform refuses is asked for by the month.',
    'days',
  ),
  unlimitedCredits: setting(
    z.int().min(1).default(1_000_000_000_000),
    'What is sent for an explicit `unlimited`, when the user has a limit: the document shows no way to remove one.',
    'credits',
  ),
  controls: setting(
    controlsSchema().prefault({}),
    'Who is notified of changes of the controls, and what makes one of them weigh more.',
  ),
  pools: setting(poolsSchema().prefault({}), 'What the promise of strict pools rests on: docs/pools.md.'),
  live: setting(liveSchema().prefault({}), 'Giving credits between the nights: docs/live.md.'),
  sessions: setting(
    sessionsSchema().prefault({}),
    'When a session is a finding, and how much one run does: docs/sessions.md.',
  ),
  computers: setting(computersSchema().prefault({}), 'The watcher of the fleet list: docs/computers.md.'),
  readiness: setting(readinessSchema().prefault({}), 'The watcher of the readiness reports: docs/readiness.md.'),
  limitFloorCredits: setting(
    z.int().min(0).default(0),
    'The lowest limit; people raised to it above their budget are reported.',
    'credits',
  ),
  limitCeilingCredits: setting(
    z.int().min(0).optional(),
    'The most that any limit is set to, for an explicit `unlimited` too.',
    'credits',
  ),
  blastRadius: setting(
    z.union([z.literal(false), blastRadiusBounds()]).prefault({}),
    'A plan with larger changes is held for approval; false lets every plan go ahead.',
  ),
};

export type SettingName = keyof typeof settingSchemas;

export const settingNames = Object.keys(settingSchemas) as readonly SettingName[];
