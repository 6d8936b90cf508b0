import { z } from 'zod';

import type { Member } from '../../state/members/member.ts';
import { BadRequestError } from '../http-error.ts';
import type { World } from '../world.ts';

const rule = 'must be an ISO date and time or Unix milliseconds';

export const Moment = z
  .union([z.number(), z.string()], { error: rule })
  .transform((value) => (typeof value === 'number' ? value : Date.parse(value)))
  .refine(Number.isInteger, rule);

export function momentSince(earliestMs: number) {
  return Moment.refine((ms) => ms >= earliestMs, `must not be before ${new Date(earliestMs).toISOString()}`);
}

/** The current roster user with an email. Throws BadRequestError naming the field. */
export function emailOwner(world: World, email: string, field: string): Member {
  const member = world.organization.findByEmail(email, world.clock.now());
  if (member === undefined) {
    throw new BadRequestError(`${field}: nobody on the roster has the email ${JSON.stringify(email)}`);
  }
  return member;
}
