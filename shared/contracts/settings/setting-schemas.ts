import * as z from 'zod';
import { fourEyes, roles } from './access-settings.ts';
import { alertSettings } from './alert-settings.ts';
import { controls } from './control-settings.ts';
import { live, pools } from './credit-settings.ts';
import { setting } from './setting.ts';
import { computers, readiness, roster, sessions, weeklyDigest } from './watcher-settings.ts';

const share = () => z.number().min(0).max(1);

const blastRadius = () =>
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
 * Every setting of an organization by its name. What platform-api.md does not show is a setting here, with a safe default.
 * Each is a function: a program makes the schemas of those settings that it reads, and no others.
 */
const settingSchemas = {
  admins: () =>
    setting(
      z.array(z.email()).max(50).default([]),
      'Who gets the nightly summary and is notified of guards and failures.',
    ),
  roles: () =>
    setting(
      roles().prefault({}),
      'Who may do what at the admin API: docs/roles.md. Nobody by default; on one machine whoever runs Curfew may do everything.',
    ),
  fourEyes: () => setting(fourEyes().prefault({}), 'Where two people are needed: docs/roles.md.'),
  doorUrl: () =>
    setting(
      z
        .string()
        .max(300)
        .regex(/^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w-]+)*$/u, {
          error:
            'is no address of an admin API; give one such as https://curfew.example.com, without a slash at its end',
        })
        .exactOptional(),
      'Where people reach the admin API, for the links in mails; without it mails say whom to ask instead.',
    ),
  mailFrom: () => setting(z.email().default('curfew@localhost.localdomain'), 'The sender of every mail.'),
  alerts: () =>
    setting(
      alertSettings().prefault({}),
      'Quiet hours, digests, and who stands in for whom mail does not reach: docs/alerts.md.',
    ),
  weeklyDigest: () =>
    setting(weeklyDigest().prefault({}), 'When the weekly digest goes out, and to whom: docs/digest.md.'),
  roster: () => setting(roster().prefault({}), 'When a user is idle: docs/roster.md.'),
  platformWindowAnchorDay: () =>
    setting(
      z.int().min(1).max(31).default(1),
      '1: the platform counts use against a limit over the calendar month, UTC; 2 to 31: over a month from that day.',
    ),
  clockToleranceSeconds: () =>
    setting(
      z.int().min(1).max(3_600).default(120),
      'The clock of this machine and the platform’s may differ by so much; beyond it, admins are notified.',
      'seconds',
    ),
  toleranceShare: () =>
    setting(
      share().default(0.001),
      'By how much the sum over users may differ from the day’s total, and one endpoint from the other.',
      'share of 1',
    ),
  collapseShare: () =>
    setting(share().default(0.1), 'A day under this share of its weekday’s median has collapsed.', 'share of 1'),
  collapseFloorCredits: () =>
    setting(z.int().min(0).default(10_000), 'A day can only have collapsed when that median is above this.', 'credits'),
  rereadDays: () =>
    setting(
      z.int().min(1).max(31).default(3),
      'The last days that are read again each night, since past days may be restated.',
      'days',
    ),
  fullRereadWeekday: () =>
    setting(z.int().min(1).max(7).default(7), 'The ISO weekday on which all days of every window are read again.'),
  analyticsDaysMax: () =>
    setting(
      z.int().min(1).max(366).default(92),
      'How many days one analytics call may span: a quarter. A range that the platform refuses is asked for by the month.',
      'days',
    ),
  unlimitedCredits: () =>
    setting(
      z.int().min(1).default(1_000_000_000_000),
      'What is sent for an explicit `unlimited`, when the user has a limit: the document shows no way to remove one.',
      'credits',
    ),
  controls: () =>
    setting(
      controls().prefault({}),
      'Who is notified of changes of the controls, and what makes one of them weigh more.',
    ),
  pools: () => setting(pools().prefault({}), 'What the promise of strict pools rests on: docs/pools.md.'),
  live: () => setting(live().prefault({}), 'Giving credits between the nights: docs/live.md.'),
  sessions: () =>
    setting(sessions().prefault({}), 'When a session is a finding, and how much one run does: docs/sessions.md.'),
  computers: () => setting(computers().prefault({}), 'The watcher of the fleet list: docs/computers.md.'),
  readiness: () => setting(readiness().prefault({}), 'The watcher of the readiness reports: docs/readiness.md.'),
  limitFloorCredits: () =>
    setting(
      z.int().min(0).default(0),
      'The least that any limit is set to; whoever is raised to it, above their budget, is reported.',
      'credits',
    ),
  limitCeilingCredits: () =>
    setting(
      z.int().min(0).exactOptional(),
      'The most that any limit is set to, for an explicit `unlimited` too.',
      'credits',
    ),
  blastRadius: () =>
    setting(
      z.union([z.literal(false), blastRadius()]).prefault({}),
      'A plan with larger changes is held for approval; false lets every plan go ahead.',
    ),
} as const satisfies Readonly<Record<string, () => z.ZodType>>;

export type SettingName = keyof typeof settingSchemas;

type SchemasOf<Name extends SettingName> = { readonly [Each in Name]: ReturnType<(typeof settingSchemas)[Each]> };

/** The schema of some settings; any other name is refused. */
export function settingsOf<const Name extends SettingName>(
  names: readonly Name[],
): z.ZodObject<SchemasOf<Name>, z.core.$strict> {
  return z.strictObject(lazyFields(names, (name) => settingSchemas[name]()) as SchemasOf<Name>);
}

/** What stands for some settings that are left out, each worked out when it is first read. */
export function defaultsOf(names: readonly SettingName[]): Readonly<Record<string, unknown>> {
  return lazyFields(names, (name) => settingSchemas[name]().parse(undefined));
}

export const settingNames = Object.keys(settingSchemas) as readonly SettingName[];

/** An object of which each field is made when it is first read, and stays as it is then. */
function lazyFields(names: readonly SettingName[], make: (name: SettingName) => unknown): Record<string, unknown> {
  const fields = {};
  for (const name of names) {
    const shown = { configurable: true, enumerable: true };
    Object.defineProperty(fields, name, {
      ...shown,
      get() {
        const value = make(name);
        Object.defineProperty(fields, name, { ...shown, value });
        return value;
      },
    });
  }
  return fields;
}
