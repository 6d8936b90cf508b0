import { emailCharsMax, emailKey, isEmail } from '../roster/email.ts';
import { replaceUnprintable } from '../texts/unprintable.ts';

/** How somebody proved who they are. */
type CallerWay = 'machine' | 'iam' | 'oidc' | 'link';

/** A caller of the admin API, as the authorizer proved them. A caller can choose nothing in it but a session's name. */
export interface Caller {
  /** Stamped as the author on versions, journal and evidence. */
  readonly name: string;
  /** Proven, in its matching form. */
  readonly email?: string;
  /** Of the token, as it writes them. */
  readonly groups: readonly string[];
  /** Of an IAM caller: `role/NAME` or `user/NAME`. */
  readonly principal?: string;
  readonly via: CallerWay;
}

/** An author’s name is no longer than this: an address is never cut to another one. */
const nameCharsMax = emailCharsMax;

// The path is part of a user's ARN; an assumed role's has none.
const userArn = /^arn:aws[\w-]*:iam::\d{12}:user\/([\w+=,.@/-]{1,576})$/u;
const sessionArn = /^arn:aws[\w-]*:sts::\d{12}:assumed-role\/([\w+=,.@-]{1,64})\/([\w+=,.@-]{1,64})$/u;

/**
 * The caller whom AWS proved with this ARN. Of an assumed role the session's name is shown but gives no right, since
 * whoever assumes the role chooses it. Undefined for what is no user and no assumed role, the account's root included.
 */
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

/** The claims of a token that the authorizer verified. */
interface TokenClaims {
  readonly sub: string;
  readonly email?: string;
  /** Tokens that pass through API Gateway carry it as a text. */
  readonly emailVerified?: boolean | string;
  readonly groups?: readonly string[];
}

/** The caller of a verified token. An email that the issuer has not verified is left out: it gives no right. */
export function callerOfClaims({ sub, email, emailVerified, groups = [] }: TokenClaims): Caller {
  const isVerified = emailVerified === true || emailVerified === 'true';
  const proven = email === undefined || !isVerified || !isEmail(email.trim()) ? undefined : emailKey(email);
  const name = shown(proven ?? `token subject ${sub}`);
  return { name, email: proven, groups: [...groups], via: 'oidc' };
}

/** The user of the operating system who could read the secret of this start. */
export function callerOfMachine(user: string): Caller {
  return { name: shown(user), groups: [], via: 'machine' };
}

/** The person for whom a signed link was made: it speaks for that person alone. */
export function callerOfLink(email: string): Caller {
  const key = emailKey(email);
  return { name: `${shown(key)} (by link)`, email: key, groups: [], via: 'link' };
}

function shown(text: string): string {
  // Controls and characters that reorder others would forge the journal.
  return replaceUnprintable(text, () => '').slice(0, nameCharsMax);
}
