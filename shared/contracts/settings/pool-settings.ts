import * as z from 'zod';
import { setting } from './setting.ts';

/** What strict pools rest on, where the platform’s document says nothing. */
export const pools = () =>
  z.strictObject({
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
      z.number().min(0).max(0.5).default(0.02),
      'The share of a pool’s room that is kept for raises and newcomers; it shrinks to nothing on the last day.',
      'share of 1',
    ),
  });
