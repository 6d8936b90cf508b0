import * as z from 'zod';
import { AlertSettings } from './alert-settings.ts';

import { severities } from '../domain/notifications/severity.ts';
import { problemsOfHours } from '../domain/controls/working-hours.ts';

const share = z.number().min(0).max(1);
const email = z.email();

/** When people are at work; outside of it, a change of the controls weighs more. */
const WorkingHours = z
  .strictObject({
    /** An IANA name, such as Europe/Vienna: that of the organization. */
    timeZone: z.string().max(64),
    /** ISO weekdays. */
    days: z.array(z.int()).max(7).default([1, 2, 3, 4, 5]),
    from: z.string().max(5).default('07:00'),
    /** Not included; before `from`, it is on the next day. */
    until: z.string().max(5).default('19:00'),
  })
  .superRefine((hours, context) => {
    problemsOfHours(hours).forEach((message) => context.addIssue({ code: 'custom', message }));
  });

const ControlOverride = z.strictObject({
  /** How it is compared. */
  kind: z.enum(['set', 'ordered', 'map', 'cidr', 'scalar', 'secret']).exactOptional(),
  /** Every difference has this direction. */
  direction: z.enum(['loosened', 'tightened', 'changed']).exactOptional(),
  /** Every difference that is no tightening has this severity, and nothing raises it. */
  severity: z.enum(severities).exactOptional(),
});

const Controls = z.strictObject({
  /** Who is told of changes of the controls; absent or empty: the admins. */
  securityContacts: z.array(email).max(50).default([]),
  /** Emails or user ids of those who may change the controls; none: nobody is held to be unapproved. */
  approvedChangers: z.array(z.string().min(1).max(320)).max(200).default([]),
  /** Absent: no change is held to be outside of working hours. */
  workingHours: WorkingHours.optional(),
  /** Where it is written what to do about a change; stands in the mail as text. */
  runbook: z.string().trim().min(1).max(250).optional(),
  /** What a change of a field means here, where that differs from docs/controls.md; by field as that page names it. */
  overrides: z.record(z.string().min(1).max(200), ControlOverride).default({}),
});

/**
 * The settings of one organization. What platform-api.md does not show is a setting here, with a safe default.
 */
export const Settings = z.strictObject({
  /** Who gets the nightly summary and is told of guards and failures. */
  admins: z.array(email).max(50).default([]),
  mailFrom: email.default('curfew@localhost.localdomain'),
  /** Quiet hours, digests, and who stands in for whom mail does not reach: docs/alerts.md. */
  alerts: AlertSettings.prefault({}),
  /** 1: the platform counts use against a limit over the calendar month, UTC; 2 to 31: over a month from that day. */
  platformWindowAnchorDay: z.int().min(1).max(31).default(1),
  /** By how much the sum over users may differ from the day's total, and one endpoint from the other. */
  toleranceShare: share.default(0.001),
  /** A day under this share of its weekday's median has collapsed ... */
  collapseShare: share.default(0.1),
  /** ... when that median is above this many credits. */
  collapseFloorCredits: z.int().min(0).default(10_000),
  /** The last days that are read again each night, since past days may be restated. */
  rereadDays: z.int().min(1).max(31).default(3),
  /** ISO weekday on which all days of every window are read again. */
  fullRereadWeekday: z.int().min(1).max(7).default(7),
  /** Days that one analytics call may span. */
  analyticsDaysMax: z.int().min(1).max(366).default(31),
  /** What is sent for an explicit `unlimited`, when the user has a limit: the document shows no way to remove one. */
  unlimitedCredits: z.int().min(1).default(1_000_000_000_000),
  /** Who hears of changes of the controls, and what makes one of them weigh more. */
  controls: Controls.prefault({}),
  /** What the promise of strict pools rests on: docs/pools.md. */
  pools: z
    .strictObject({
      /** A complete day counts as known only after so many further days, for platforms that restate. */
      settleDays: z.int().min(0).max(31).default(0),
      /** An old limit counts as in force for so long after the PUT that replaced it. */
      enforcementDelayMinutes: z.int().min(0).max(1_440).default(30),
      /** What one turn may still consume after its user met the limit. */
      inFlightCredits: z.int().min(0).default(0),
      /** How fast one person can consume at all; leave it out when nothing is known about it. */
      maxCreditsPerUserHour: z.int().min(1).exactOptional(),
      /** The share of a pool's room that is kept for raises and newcomers; it shrinks to nothing on the last day. */
      reserveShare: share.max(0.5).default(0.02),
    })
    .prefault({}),
  /** The least that any limit is set to; whoever is raised to it, above their budget, is reported. */
  limitFloorCredits: z.int().min(0).default(0),
  /** The most that any limit is set to, for an explicit `unlimited` too. */
  limitCeilingCredits: z.int().min(0).exactOptional(),
  /** A plan that reaches further waits for approval; false lets every plan go ahead. */
  blastRadius: z
    .union([
      z.literal(false),
      z.strictObject({
        /** The share of the confirmed caps that a plan may lower. */
        loweredShare: share.default(0.3),
        /** How many users a plan may take all that they had left. */
        blockedUsersMax: z.int().min(0).default(10),
        /** The share by which a plan may raise the total of limits. */
        raisedShare: z.number().min(0).default(0.5),
      }),
    ])
    .prefault({}),
});
export type Settings = z.output<typeof Settings>;
