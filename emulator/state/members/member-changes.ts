import { DAY_MS, dayNumberAt, HISTORY_START_DAY } from '../clock.ts';
import { given } from '../json.ts';
import { randomOf } from '../random.ts';
import { generatedDemandCredits } from '../usage/generated-demand.ts';
import { habitsOf } from '../usage/habits.ts';
import { emailKey, isPresent, type Member, type SimUser } from './member.ts';

export interface PostedUser {
  readonly email: string;
  /** For an existing user: changes the email; the history stays. */
  readonly id?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly twin?: boolean | undefined;
}

/** A user from a moment on, with posted demand only. */
export function newMember(seed: number, user: PostedUser, atMs: number): Member {
  const email = user.email.trim();
  const label = user.twin === true ? email : emailKey(email);
  const random = randomOf(seed, 'posted', label);
  const digits = Array.from({ length: 2 }, () => random.integer(0, 0xffff_ffff).toString(16).padStart(8, '0'));
  return {
    id: `user_${digits.join('')}`,
    email,
    createdAt: new Date(atMs).toISOString(),
    metadata: {},
    ...namedFieldsOf(user),
    label,
    analyticsEmail: email,
    listed: true,
    stays: [{ fromMs: atMs, untilMs: Infinity }],
    habits: habitsOf(seed, label),
    worksUnasked: false,
  };
}

/** The user with posted fields, back on the roster if gone. */
export function changedMember(member: Member, user: PostedUser, atMs: number): Member {
  const email = user.email.trim();
  return {
    ...member,
    ...namedFieldsOf(user),
    email,
    analyticsEmail: member.email === email ? member.analyticsEmail : email,
    stays: isPresent(member, atMs) ? member.stays : [...member.stays, { fromMs: atMs, untilMs: Infinity }],
  };
}

function namedFieldsOf({ firstName, lastName, metadata }: PostedUser): Partial<SimUser> {
  return given({ firstName, lastName, metadata });
}

const SIGN_IN_LOOKBACK_DAYS = 14;

/** As the roster endpoint shows the user at a moment. */
export function userOf(seed: number, member: Member, nowMs: number): SimUser {
  const { id, email, firstName, lastName, createdAt, metadata } = member;
  return given({
    id,
    email,
    firstName,
    lastName,
    createdAt,
    lastSignInAt: lastSignInOf(seed, member, nowMs),
    metadata,
  });
}

/** A morning of the last generated workday before today; undefined when none is recent. */
function lastSignInOf(seed: number, member: Member, nowMs: number): string | undefined {
  const today = dayNumberAt(nowMs);
  for (let day = today - 1; day >= Math.max(HISTORY_START_DAY, today - SIGN_IN_LOOKBACK_DAYS); day -= 1) {
    const signedInMs = day * DAY_MS + randomOf(seed, 'sign-in', member.label, day).integer(25_200, 43_200) * 1_000;
    if (isPresent(member, signedInMs) && generatedDemandCredits(seed, member, day) > 0) {
      return new Date(signedInMs).toISOString();
    }
  }
  return undefined;
}
