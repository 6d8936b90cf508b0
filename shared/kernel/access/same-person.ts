import { emailKey, isEmail, mailboxKey } from '../../roster/email.ts';
import type { Caller } from './caller.ts';

/** The person behind an IAM principal: an email, `nobody` on the roster, or the person of each `session`. */
type Identity = string;

export type Identities = Readonly<Record<string, Identity>>;

/** Whether two authors are one person. `unknown`: one of them cannot be identified, so they may be. */
type Likeness = 'same' | 'other' | 'unknown';

/**
 * Compares two authors by their recorded names, which may be emails. All four-eyes checks use it. A session name proves
 * nothing in the author's favour, but counts against them: an author counts as the person they claim to be.
 */
export function comparePersons(one: string, other: string, identities: Identities = {}): Likeness {
  return likenessTo(one, identities)(other);
}

export function likenessTo(one: string, identities: Identities = {}): (other: string) => Likeness {
  const a = behind(one, identities);
  return (name) => {
    const b = behind(name, identities);
    if (b.marks.some((mark) => a.marks.includes(mark))) {
      return 'same';
    }
    // Identity Center gives each person exactly one name, be it an email or not.
    const isOther = (a.isKnown && b.isKnown) || (a.isOfDirectory && b.isOfDirectory);
    return isOther ? 'other' : 'unknown';
  };
}

/** Whether a person acknowledges their own change; `unknown` if one of the two cannot be identified. */
export const ownChanges = ['yes', 'no', 'unknown'] as const;
export type OwnChange = (typeof ownChanges)[number];

/** Compares an author with a change's actor, of whom the platform gives only an email. */
export function compareWithActor(
  name: string,
  { email }: { readonly email?: string },
  identities: Identities = {},
): OwnChange {
  if (email === undefined || !isEmail(emailKey(email))) {
    return 'unknown';
  }
  const { emails, isPlain } = behind(name, identities);
  const likeness = isPlain && emails.length === 0 ? 'unknown' : comparePersons(name, email, identities);
  return { same: 'yes', other: 'no', unknown: 'unknown' }[likeness] as OwnChange;
}

/** Whether an author is identified; a person who is known not to be on the roster counts. */
export function isKnownAuthor(name: string, identities: Identities = {}): boolean {
  return behind(name, identities).isKnown;
}

/** Returns an author's emails in their matching form: verified, named in the settings, or claimed by a session. */
export function emailsOf(name: string, identities: Identities = {}): readonly string[] {
  return behind(name, identities).emails;
}

/** The person whose limit a caller could raise; `unknown` may be any person. */
type PersonBehind =
  | { readonly kind: 'person'; readonly email: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown' };

export function personBehind(caller: Caller, identities: Identities = {}): PersonBehind {
  if (caller.email !== undefined || caller.via === 'machine') {
    return caller.email === undefined ? { kind: 'nobody' } : { kind: 'person', email: caller.email };
  }
  const { isKnown, proven } = behind(caller.name, identities);
  return proven === undefined ? { kind: isKnown ? 'nobody' : 'unknown' } : { kind: 'person', email: proven };
}

interface Behind {
  /** Two authors who share a mark are the same person. */
  readonly marks: readonly string[];
  readonly emails: readonly string[];
  /** The email, if confirmed by someone other than the author. */
  readonly proven?: string;
  /** The person is identified, or known not to be on the roster. */
  readonly isKnown: boolean;
  readonly isOfDirectory: boolean;
  /** A plain name instead of a principal: a machine's user, or the subject of a token. */
  readonly isPlain: boolean;
}

/** Only IAM Identity Center creates roles with such names; it uses the user's name as the session name. */
const identityCenterRole = /^AWSReservedSSO_[\w+=,.@-]+_[0-9a-f]{16}$/u;
const sessionName = /^(role\/([^/() ]+))(?: \(([^()]+)\))?$/u;
const subjectName = /^token subject /u;
const linkName = / \(by link\)$/u;

function behind(name: string, identities: Identities): Behind {
  const [, principal, role = '', session] = sessionName.exec(name) ?? [];
  if (principal !== undefined) {
    const isOfDirectory = identityCenterRole.test(role);
    return behindPrincipal(principal, { said: session, isGiven: isOfDirectory, isOfDirectory, identities });
  }
  if (name.startsWith('user/')) {
    // An IAM user's name is chosen by its creator, not by the user.
    const said = name.slice(name.lastIndexOf('/') + 1);
    return behindPrincipal(name, { said, isGiven: true, isOfDirectory: false, identities });
  }
  const text = emailKey(name.replace(linkName, ''));
  if (isEmail(text)) {
    return {
      marks: [mailboxKey(text)],
      emails: [text],
      proven: text,
      isKnown: true,
      isOfDirectory: false,
      isPlain: true,
    };
  }
  // The user of a machine has no limit; a token without a verified email, and a link in a channel, may be any person's.
  const isKnown = !subjectName.test(text) && !linkName.test(name);
  return { marks: [`name ${text}`], emails: [], isKnown, isOfDirectory: false, isPlain: true };
}

function behindPrincipal(
  principal: string,
  {
    said = '',
    isGiven,
    isOfDirectory,
    identities,
  }: {
    readonly said: string | undefined;
    readonly isGiven: boolean;
    readonly isOfDirectory: boolean;
    readonly identities: Identities;
  },
): Behind {
  const named = identityOf(principal, identities);
  const email = said.includes('@') ? emailKey(said) : undefined;
  const isTrusted = isGiven || named === 'session';
  const ofSettings = named === undefined || named === 'session' || named === 'nobody' ? undefined : emailKey(named);
  const proven = ofSettings ?? (isTrusted && named !== 'nobody' ? email : undefined);
  const emails = [...new Set([ofSettings, email].filter((each) => each !== undefined))];
  // All sessions of a role count as one person, unless each session name is assigned.
  const isOnesOwn = isTrusted && principal.startsWith('role/') && (email !== undefined || isOfDirectory);
  const own = isOnesOwn ? `session ${emailKey(said)}` : `principal ${uniqueName(principal)}`;
  return {
    marks: [own, ...emails.map(mailboxKey)],
    emails,
    proven,
    isKnown: proven !== undefined || named === 'nobody',
    isOfDirectory,
    isPlain: false,
  };
}

/** An IAM user's name is unique in an account, whatever its path. */
function uniqueName(principal: string): string {
  return principal.replace(/^user\/(?:.*\/)?/u, 'user/').toLowerCase();
}

/** IAM names are unique regardless of case. */
function identityOf(principal: string, identities: Identities): Identity | undefined {
  if (Object.hasOwn(identities, principal)) {
    return identities[principal];
  }
  const key = principal.toLowerCase();
  return Object.entries(identities).find(([name]) => name.toLowerCase() === key)?.[1];
}
