import * as z from 'zod';
import { problemsOfHours } from '../domain/controls/working-hours.ts';
import { severities } from '../domain/notifications/severity.ts';
import { FourEyes, Roles } from './access-settings.ts';
import { AlertSettings } from './alert-settings.ts';
import { setting } from './setting.ts';

const share = z.number().min(0).max(1);
const email = z.email();

/** When people are at work; outside of it, a change of the controls weighs more. */
const WorkingHours = z
  .strictObject({
    timeZone: setting(z.string().max(64), 'An IANA name, such as Europe/Vienna: that of the organization.'),
    days: setting(z.array(z.int()).max(7).default([1, 2, 3, 4, 5]), 'ISO weekdays: 1 is Monday, 7 is Sunday.'),
    from: setting(z.string().max(5).default('07:00'), 'When work begins.'),
    until: setting(
      z.string().max(5).default('19:00'),
      'When it ends, not included; a time before `from` is on the next day.',
    ),
  })
  .superRefine((hours, context) => {
    problemsOfHours(hours).forEach((message) => context.addIssue({ code: 'custom', message }));
  });

const ControlOverride = z.strictObject({
  kind: setting(
    z.enum(['set', 'ordered', 'map', 'cidr', 'scalar', 'secret']).exactOptional(),
    'How the field is compared.',
  ),
  direction: setting(
    z.enum(['loosened', 'tightened', 'changed']).exactOptional(),
    'The direction of every difference.',
  ),
  severity: setting(
    z.enum(severities).exactOptional(),
    'The severity of every difference that is no tightening; nothing raises it.',
  ),
});

const Controls = z.strictObject({
  securityContacts: setting(
    z.array(email).max(50).default([]),
    'Who is notified of changes of the controls; the admins when empty.',
  ),
  approvedChangers: setting(
    z.array(z.string().min(1).max(320)).max(200).default([]),
    'Emails or user ids of those who may change the controls; when empty, nobody counts as unapproved.',
  ),
  workingHours: setting(
    WorkingHours.optional(),
    'When people are at work: a change outside of it weighs more. When left out, no change is outside of it.',
  ),
  runbook: setting(
    z.string().trim().min(1).max(250).optional(),
    'Where it is written what to do about a change; stands in the mail as text.',
  ),
  anchorsFile: setting(
    z.string().trim().min(1).max(1_000).optional(),
    'On one machine: the file to which signed heads of the evidence are added; best where whoever runs Curfew can only add. In the state folder when left out.',
  ),
  overrides: setting(
    z.record(z.string().min(1).max(200), ControlOverride).default({}),
    'What a change of a field means here, where that differs from docs/controls.md; by field as that page names it.',
  ),
});

const Pools = z.strictObject({
  settleDays: setting(
    z.int().min(0).max(31).default(0),
    'A complete day counts as known only after so many further days, for platforms that restate.',
    'days',
  ),
  enforcementDelayMinutes: setting(
    z.int().min(0).max(1_440).default(30),
    'An old limit counts as in force for so long after the PUT that replaced it.',
    'minutes',
  ),
  inFlightCredits: setting(
    z.int().min(0).default(0),
    'What one turn may still consume after its user met the limit.',
    'credits',
  ),
  maxCreditsPerUserHour: setting(
    z.int().min(1).exactOptional(),
    'The most that one person can consume in an hour; leave it out when nothing is known about it.',
    'credits',
  ),
  reserveShare: setting(
    share.max(0.5).default(0.02),
    'The share of a pool’s room that is kept for raises and newcomers; it shrinks to nothing on the last day.',
    'share of 1',
  ),
});

const Roster = z.strictObject({
  idleDays: setting(
    z.int().min(7).max(90).default(28),
    'Whoever has used nothing for so many days, and may use much, is reported as idle.',
    'days',
  ),
  idleCredits: setting(
    z.int().min(1).exactOptional(),
    'How much the limit of an idle user has to leave to be reported; when left out, as much as the median user used in these days.',
    'credits',
  ),
});

const WeeklyDigest = z.strictObject({
  isOn: setting(z.boolean().default(true), 'Whether the weekly digest is sent at all.'),
  weekday: setting(z.int().min(1).max(7).default(1), 'The ISO weekday on which it is sent: 1 is Monday, 7 is Sunday.'),
  hour: setting(z.int().min(0).max(23).default(7), 'The hour from which it is sent, UTC.'),
  recipients: setting(
    z.array(email).max(50).default([]),
    'Who gets the page of the whole organization; the admins when empty.',
  ),
  toTeamOwners: setting(z.boolean().default(true), 'Whether the owners of a budget of a team get a page of that team.'),
});

const Sessions = z.strictObject({
  ceilingCredits: setting(
    z.number().min(0).exactOptional(),
    'A session past so many credits, children included, is a finding. In the unit of the platform’s `serviceCredits`, which its document does not state; without it sessions are compared with one another only.',
  ),
  unusualSpreads: setting(
    z.number().min(1).max(20).default(4),
    'A session so many spreads above the median is unusual, in logarithms of the credits of the last four weeks; from the third day on.',
  ),
  runningHoursMax: setting(
    z.number().min(1).max(720).default(12),
    'A session that was running at every look for longer is a finding.',
    'hours',
  ),
  pendingMinutesMax: setting(
    z.int().min(1).max(10_080).default(60),
    'A session that has been pending for longer is a finding.',
    'minutes',
  ),
  errorMessagesMin: setting(
    z.int().min(1).max(20).default(8),
    'So many errors among the last 20 messages of a session are a loop.',
  ),
  asksMax: setting(
    z.int().min(1).max(2_000).default(300),
    'How many sessions one run asks for by their id to learn their status, those at work and the dearest first.',
  ),
  messageReadsMax: setting(
    z.int().min(0).max(200).default(20),
    'Of how many sessions one run counts the error messages.',
  ),
  actionsMax: setting(
    z.int().min(0).max(200).default(10),
    'How many actions on sessions one run takes at most; the rest waits for the next one.',
  ),
  unarchiveWith: setting(
    z.string().max(64).exactOptional(),
    'What is sent as `archivedAt` to take an archiving back, which the platform’s document does not show; without it archiving is final.',
  ),
});

const Computers = z.strictObject({
  actions: setting(
    z.enum(['propose', 'act']).default('propose'),
    'With propose, missing computers and retries wait for "curfew fleet apply"; with act, Curfew does all that by itself.',
  ),
  hangsAfterMinutes: setting(
    z.int().min(5).max(10_080).default(60),
    'A computer that is being provisioned, and on which nothing moved for so long, hangs.',
    'minutes',
  ),
  createAttempts: setting(
    z.int().min(1).max(10).default(3),
    'How often the creation of a missing computer is tried, until its entry in the list changes.',
  ),
  createsPerRun: setting(z.int().min(1).max(100).default(10), 'How many computers one run creates at most.'),
  installRetries: setting(
    z.int().min(0).max(10).default(3),
    'How often the installation of dependencies is retried on a computer, until it is active.',
  ),
  retryAfterMinutes: setting(
    z.int().min(5).max(1_440).default(30),
    'How long to wait before something is tried again; twice as long each further time.',
    'minutes',
  ),
  readsPerRun: setting(
    z.int().min(1).max(1_000).default(250),
    'How many computers one run reads at most, those on which something moves first.',
  ),
  searchSessions: setting(
    z.boolean().default(true),
    'Once a day, look through the sessions for computers that are not on the list.',
  ),
});

const Readiness = z.strictObject({
  mainBranches: setting(
    z.array(z.string().min(1).max(200)).min(1).max(20).default(['main', 'master']),
    'The branch of a repository that counts for targets and trends: the first of these that it has reports of.',
  ),
  staleAfterDays: setting(
    z.int().min(1).max(366).default(30),
    'A regression on a branch without any report for so long is nobody’s matter any more.',
    'days',
  ),
  versionParts: setting(
    z.int().min(1).max(4).default(2),
    'How many parts of a client version have to be the same for the same judge: with 2, 0.41.1 judges as 0.41.0 does, and 0.42.0 need not.',
  ),
  historyDays: setting(
    z.int().min(7).max(366).default(180),
    'How old a readiness report may be to count at all.',
    'days',
  ),
});

const Live = z.strictObject({
  mode: setting(
    z.enum(['off', 'shadow', 'on']).default('shadow'),
    'With off, sessions are not read for it; with shadow, totals are read and compared with the bill, and nothing is given; with on, credits are given between the nights once that is verified.',
  ),
  shadowDays: setting(
    z.int().min(1).max(60).default(14),
    'So many finished days the totals have to agree with the bill before anything rests on them.',
    'days',
  ),
  errorPercent: setting(
    z.number().min(0).max(400).default(25),
    'By how much more may have been billed than the totals of the sessions say.',
    'percent',
  ),
  slackCredits: setting(z.int().min(0).default(0), 'What may have been billed beyond that.', 'credits'),
  capPercent: setting(
    z.number().min(0).max(50).default(0),
    'The most that a pool can be overspent should the totals be entirely wrong; with 0 they prove nothing beyond the limits.',
    'percent',
  ),
  totalsLagMinutes: setting(
    z.int().min(0).max(1_440).default(120),
    'How long use may take to show in the sessions, which the platform’s document does not say.',
    'minutes',
  ),
  eveningReturn: setting(
    z.enum(['seen', 'everybody']).default('everybody'),
    'Whose limits are lowered between the last look of the day and the night: of users who are seen at work alone, or of everybody. Users of whom nothing is seen keep the more, the more of the use of all falls into these hours, by the totals of the last evenings; with `seen` they keep all.',
  ),
  trancheCredits: setting(
    z.int().min(1).exactOptional(),
    'What somebody at work who has little left gets at least, as far as it is free; when left out, it follows from the pool.',
    'credits',
  ),
});

const BlastRadius = z.strictObject({
  loweredShare: setting(share.default(0.3), 'The share of the confirmed caps that a plan may lower.', 'share of 1'),
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
 * The settings of one organization. What platform-api.md does not show is a setting here, with a safe default.
 */
export const Settings = z.strictObject({
  admins: setting(
    z.array(email).max(50).default([]),
    'Who gets the nightly summary and is notified of guards and failures.',
  ),
  roles: setting(
    Roles.prefault({}),
    'Who may do what at the admin API: docs/roles.md. Nobody by default; on one machine whoever runs Curfew may do everything.',
  ),
  fourEyes: setting(FourEyes.prefault({}), 'Where two people are needed: docs/roles.md.'),
  doorUrl: setting(
    z
      .string()
      .max(300)
      .regex(/^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w-]+)*$/u, {
        error: 'is no address of a door; give one such as https://curfew.example.com, without a slash at its end',
      })
      .exactOptional(),
    'Where people reach the door, for the links in mails; without it mails say whom to ask instead.',
  ),
  mailFrom: setting(email.default('curfew@localhost.localdomain'), 'The sender of every mail.'),
  alerts: setting(
    AlertSettings.prefault({}),
    'Quiet hours, digests, and who stands in for whom mail does not reach: docs/alerts.md.',
  ),
  weeklyDigest: setting(WeeklyDigest.prefault({}), 'When the weekly digest goes out, and to whom: docs/digest.md.'),
  roster: setting(Roster.prefault({}), 'When a user is idle: docs/roster.md.'),
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
    share.default(0.001),
    'By how much the sum over users may differ from the day’s total, and one endpoint from the other.',
    'share of 1',
  ),
  collapseShare: setting(
    share.default(0.1),
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
    Controls.prefault({}),
    'Who is notified of changes of the controls, and what makes one of them weigh more.',
  ),
  pools: setting(Pools.prefault({}), 'What the promise of strict pools rests on: docs/pools.md.'),
  live: setting(Live.prefault({}), 'Giving credits between the nights: docs/live.md.'),
  sessions: setting(Sessions.prefault({}), 'When a session is a finding, and how much one run does: docs/sessions.md.'),
  computers: setting(Computers.prefault({}), 'The watcher of the fleet list: docs/computers.md.'),
  readiness: setting(Readiness.prefault({}), 'The watcher of the readiness reports: docs/readiness.md.'),
  limitFloorCredits: setting(
    z.int().min(0).default(0),
    'The least that any limit is set to; whoever is raised to it, above their budget, is reported.',
    'credits',
  ),
  limitCeilingCredits: setting(
    z.int().min(0).exactOptional(),
    'The most that any limit is set to, for an explicit `unlimited` too.',
    'credits',
  ),
  blastRadius: setting(
    z.union([z.literal(false), BlastRadius]).prefault({}),
    'A plan with larger changes is held for approval; false lets every plan go ahead.',
  ),
});
export type Settings = z.output<typeof Settings>;

/**
 * The settings without those that are as they are when left out: read again, they are the same. The environment of a
 * function has little room.
 */
export function settingsSaid(settings: Settings): Readonly<Record<string, unknown>> {
  return saidIn(settings, Settings.parse({}));
}

function saidIn(
  given: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const other = defaults[name];
      if (JSON.stringify(value) === JSON.stringify(other)) {
        return [];
      }
      return [[name, isMap(value) && isMap(other) ? saidIn(value, other) : value]];
    }),
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
