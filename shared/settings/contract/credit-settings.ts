import * as z from 'zod';

import { setting } from './setting.ts';

export const live = () =>
  z.strictObject({
    mode: setting(
      z.enum(['off', 'shadow', 'on']).default('on'),
      'With on, totals of the sessions are read and compared with the bill, and credits are given between the nights once that is verified; with shadow, nothing is given; with off, sessions are not read for it.',
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
      'Whose limits are lowered between the last look of the day and the night: of users who are seen at work alone, or of all users. Users of whom nothing is seen keep the more, the more of the use of all falls into these hours, by the totals of the last evenings; with `seen` they keep all.',
    ),
    trancheCredits: setting(
      z.int().min(1).optional(),
      'The least that a person at work with little left gets, as far as it is free; when left out, it follows from the pool.',
      'credits',
    ),
  });

/** Assumptions of strict pools that the platform's document does not state. */
export const pools = () =>
  z.strictObject({
    settleDays: setting(
      z.int().min(0).max(31).default(0),
      'A complete day counts as known only after this many further days, for platforms that restate.',
      'days',
    ),
    enforcementDelayMinutes: setting(
      z.int().min(0).max(1_440).default(30),
      'An old limit counts as in force for this long after the PUT that replaced it.',
      'minutes',
    ),
    inFlightCredits: setting(
      z.int().min(0).default(0),
      'What one turn may still consume after its user met the limit.',
      'credits',
    ),
    maxCreditsPerUserHour: setting(
      z.int().min(1).optional(),
      'The most that one person can consume in an hour; leave it out when nothing is known about it.',
      'credits',
    ),
    reserveShare: setting(
      z.number().min(0).max(0.5).default(0.02),
      'The share of a pool’s room that is kept for raises and newcomers; it shrinks to nothing on the last day.',
      'share of 1',
    ),
  });
