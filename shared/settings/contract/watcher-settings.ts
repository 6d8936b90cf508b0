import * as z from 'zod';

import { emailSchema } from '../../roster/contract.ts';
import { setting } from './setting.ts';

export const roster = () =>
  z.strictObject({
    idleDays: setting(
      z.int().min(7).max(90).default(28),
      'Report users as idle who have used nothing for this many days and may use much.',
      'days',
    ),
    idleCredits: setting(
      z.int().min(1).optional(),
      'How much the limit of an idle user has to leave to be reported; when left out, as much as the median user used in these days.',
      'credits',
    ),
  });

export const weeklyDigest = () =>
  z.strictObject({
    isOn: setting(z.boolean().default(true), 'Whether the weekly digest is sent at all.'),
    weekday: setting(
      z.int().min(1).max(7).default(1),
      'The ISO weekday on which it is sent: 1 is Monday, 7 is Sunday.',
    ),
    hour: setting(z.int().min(0).max(23).default(7), 'The hour from which it is sent, UTC.'),
    recipients: setting(
      z.array(emailSchema()).max(50).default([]),
      'Who gets the page of the whole organization; the admins when empty.',
    ),
    toTeamOwners: setting(
      z.boolean().default(true),
      'Whether the owners of a budget of a team get a page of that team.',
    ),
  });

export const sessions = () =>
  z.strictObject({
    ceilingCredits: setting(
      z.number().min(0).optional(),
      'Report a session past this many credits, children included. In the unit of the platform’s `serviceCredits`, which its document does not state; without it sessions are compared with one another only.',
    ),
    unusualSpreads: setting(
      z.number().min(1).max(20).default(4),
      'How unusual a session must be before it is reported (4 = rare). Measured against the last four weeks, from the third day on.',
    ),
    runningHoursMax: setting(
      z.number().min(1).max(720).default(12),
      'Report a session that has not finished after this long.',
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
      'How many sessions one run asks for by their id to learn their status, those at work and the most expensive first.',
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
      z.string().max(64).optional(),
      'What is sent as `archivedAt` to take an archiving back, which the platform’s document does not show; without it archiving is final.',
    ),
  });

export const computers = () =>
  z.strictObject({
    actions: setting(
      z.enum(['propose', 'act']).default('propose'),
      'With propose, missing computers and retries wait for "npx curfew fleet apply"; with act, Curfew does all that by itself.',
    ),
    hangsAfterMinutes: setting(
      z.int().min(5).max(10_080).default(60),
      'Report a computer as hanging when its provisioning has not moved for this long.',
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

export const readiness = () =>
  z.strictObject({
    mainBranches: setting(
      z.array(z.string().min(1).max(200)).min(1).max(20).default(['main', 'master']),
      'The branch of a repository that counts for targets and trends: the first of these that it has reports of.',
    ),
    staleAfterDays: setting(
      z.int().min(1).max(366).default(30),
      'Ignore regressions on branches with no report for this many days.',
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
