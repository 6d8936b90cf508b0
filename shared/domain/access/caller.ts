import { emailKey } from '../roster/email.ts';
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

/** An author’s name is no longer than this. */
const nameCharsMax = 256;

// The path is part of a user's ARN; an assumed role's has none.
const userArn = /^arn:aws[\w-]*:iam::\d{12}:user\/([\w+=,.@/-]{1,576})$/u;
const sessionArn = /^arn:aws[\w-]*:sts::\d{12}:assumed-role\/([\w+=,.@-]{1,64})\/([\w+=,.@-]{1,64})$/u;

/** IAM Identity Center alone makes roles of this name; it writes the user's name into the session. */
const identityCenterRole = /^AWSReservedSSO_[\w+=,.@-]+_[0-9a-f]{16}$/u;

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
  const proven = email === undefined || !isVerified || !email.includes('@') ? undefined : emailKey(email);
  const name = shown(proven ?? `token subject ${sub}`);
  return { name, ...(proven !== undefined && { email: proven }), groups: [...groups], via: 'oidc' };
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

/**
 * Whether two authors may be one person. Two sessions of one role may be, whatever they are called; those of IAM
 * Identity Center carry the user's proven name and are distinguished.
 */
export function mayBeSamePerson(one: string, other: string): boolean {
  return personOf(one) === personOf(other);
}

/** Who is behind a principal of IAM, as the settings say: an email, `nobody` on the roster, or whom each `session` names. */
export type Identity = string;

/** The person whose own limit a caller could raise: anybody's where nobody knows who they are. */
export type PersonBehind =
  | { readonly kind: 'person'; readonly email: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown' };

/**
 * Who is behind a caller. The name of an assumed role's session counts only where somebody else gave it: IAM Identity
 * Center, or whom the settings trust with it.
 */
export function personBehind(caller: Caller, identities: Readonly<Record<string, Identity>> = {}): PersonBehind {
  if (caller.email !== undefined || caller.via === 'machine') {
    return caller.email === undefined ? { kind: 'nobody' } : { kind: 'person', email: caller.email };
  }
  const { principal = '' } = caller;
  const named = Object.hasOwn(identities, principal) ? identities[principal] : undefined;
  if (named !== undefined && named !== 'session') {
    return named === 'nobody' ? { kind: 'nobody' } : { kind: 'person', email: emailKey(named) };
  }
  const isGiven = named === 'session' || principal.startsWith('user/') || isIdentityCenter(principal);
  const email = isGiven ? emailSaidBy(caller) : undefined;
  return email === undefined ? { kind: 'unknown' } : { kind: 'person', email };
}

function isIdentityCenter(principal: string): boolean {
  return principal.startsWith('role/') && identityCenterRole.test(principal.slice('role/'.length));
}

/** The email that a caller has, proven or not: rules that take something away go by what a session says, too. */
export function emailSaidBy({ name, email }: Pick<Caller, 'name' | 'email'>): string | undefined {
  const said = email ?? /^user\/(?:.*\/)?([^/]+)$/u.exec(name)?.[1] ?? sessionIn(name)?.session;
  return said?.includes('@') === true ? emailKey(said) : undefined;
}

function personOf(name: string): string {
  const named = sessionIn(name);
  if (named === undefined) {
    return emailKey(name.replace(/ \(by link\)$/u, ''));
  }
  const isPerson = identityCenterRole.test(named.role);
  // The same person may come with a token, too.
  return isPerson ? emailKey(named.session) : `role/${named.role}`;
}

function sessionIn(name: string): { readonly role: string; readonly session: string } | undefined {
  const [, role, session] = /^role\/([^/() ]+) \(([^()]+)\)$/u.exec(name) ?? [];
  return role === undefined || session === undefined ? undefined : { role, session };
}

function shown(text: string): string {
  // Controls and characters that reorder others would forge the journal.
  return replaceUnprintable(text, () => '').slice(0, nameCharsMax);
}
