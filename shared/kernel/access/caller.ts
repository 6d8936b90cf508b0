import { emailCharsMax, emailKey, isEmail } from '../../roster/email.ts';
import { replaceUnprintable } from '../texts/unprintable.ts';

/** An authenticated caller of the admin API. The caller chooses nothing in it except a session name. */
export interface Caller {
  readonly name: string;
  /** Verified, in its matching form. */
  readonly email?: string;
  readonly groups: readonly string[];
  /** For an IAM caller: `role/NAME` or `user/NAME`. */
  readonly principal?: string;
  readonly via: 'machine' | 'iam' | 'oidc' | 'link';
}

/** An author's name may be as long as an email address, so that no address is cut to another one. */
const nameCharsMax = emailCharsMax;

// A user's ARN contains its path; an assumed role's ARN does not.
const userArn = /^arn:aws[\w-]*:iam::\d{12}:user\/([\w+=,.@/-]{1,576})$/u;
const sessionArn = /^arn:aws[\w-]*:sts::\d{12}:assumed-role\/([\w+=,.@-]{1,64})\/([\w+=,.@-]{1,64})$/u;

/** Returns the caller for an ARN that AWS authenticated; undefined except for users and assumed roles. */
export function callerOfIam(arn: string): Caller | undefined {
  const [, user] = userArn.exec(arn) ?? [];
  if (user !== undefined) {
    return { name: `user/${user}`, principal: `user/${user}`, groups: [], via: 'iam' };
  }
  const [, role, session] = sessionArn.exec(arn) ?? [];
  if (role === undefined || session === undefined) {
    return undefined;
  }
  return { name: `role/${role} (${session})`, principal: `role/${role}`, groups: [], via: 'iam' };
}

/** Returns the caller for a verified token. An email that the issuer has not verified is left out. */
export function callerOfClaims({
  sub,
  email,
  emailVerified,
  groups = [],
}: {
  readonly sub: string;
  readonly email?: string;
  /** API Gateway passes it as a text. */
  readonly emailVerified?: boolean | string;
  readonly groups?: readonly string[];
}): Caller {
  const isVerified = emailVerified === true || emailVerified === 'true';
  const proven = email === undefined || !isVerified || !isEmail(email.trim()) ? undefined : emailKey(email);
  const name = shown(proven ?? `token subject ${sub}`);
  return { name, email: proven, groups: [...groups], via: 'oidc' };
}

/** Returns the caller for the operating system user who could read this start's secret. */
export function callerOfMachine(user: string): Caller {
  return { name: shown(user), groups: [], via: 'machine' };
}

/** Returns the caller for a signed link: it acts for one person only. */
export function callerOfLink(email: string): Caller {
  const key = emailKey(email);
  return { name: `${shown(key)} (by link)`, email: key, groups: [], via: 'link' };
}

/** Returns the caller for a signed link in a message to a channel: any of those who read there. */
export function callerOfChannel(address: string): Caller {
  return { name: `${shown(address)} (by link)`, groups: [], via: 'link' };
}

function shown(text: string): string {
  // Control characters and bidirectional overrides could forge journal entries.
  return replaceUnprintable(text, () => '').slice(0, nameCharsMax);
}
