import * as z from 'zod';

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

const Controls = z.strictObject({
  /** Who is told of changes of the controls; absent or empty: the admins. */
  securityContacts: z.array(email).max(50).default([]),
  /** Emails or user ids of those who may change the controls; none: nobody is held to be unapproved. */
  approvedChangers: z.array(z.string().min(1).max(320)).max(200).default([]),
  /** Absent: no change is held to be outside of working hours. */
  workingHours: WorkingHours.optional(),
});

/**
 * The settings of one organization. What platform-api.md does not show is a setting here, with a safe default.
 */
export const Settings = z.strictObject({
  /** Who gets the nightly summary and is told of guards and failures. */
  admins: z.array(email).max(50).default([]),
  mailFrom: email.default('curfew@localhost.localdomain'),
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
});
export type Settings = z.output<typeof Settings>;
