import { emailKey, isEmail, mailboxKey } from '../roster/email.ts';
import type { Caller } from './caller.ts';

/** Who is behind a principal of IAM, as the settings say: an email, `nobody` on the roster, or whom each `session` names. */
type Identity = string;

/** By principal: `role/NAME` or `user/NAME`. */
export type Identities = Readonly<Record<string, Identity>>;

/** Whether two authors are one person. `unknown`: of one of them nothing says who they are, so they may be. */
type Likeness = 'same' | 'other' | 'unknown';

/**
 * Compares two authors by the names that they are stamped with, an email being one. Every question of four eyes is asked
 * here. What a session says of itself proves nothing, but takes away: an author is the same as whoever they say they are.
 */
export function comparePersons(one: string, other: string, identities: Identities = {}): Likeness {
  return likenessTo(one, identities)(other);
}

/** The same for one author and many others. */
export function likenessTo(one: string, identities: Identities = {}): (other: string) => Likeness {
  const a = behind(one, identities);
  return (name) => {
    const b = behind(name, identities);
    if (b.marks.some((mark) => a.marks.includes(mark))) {
      return 'same';
    }
    // Identity Center has one person under one name, whether that is an email or not.
    const isOther = (a.isKnown && b.isKnown) || (a.isOfDirectory && b.isOfDirectory);
    return isOther ? 'other' : 'unknown';
  };
}

/** Whether somebody acknowledges what they did themselves; `unknown` where nothing says who one of the two is. */
export const ownChanges = ['yes', 'no', 'unknown'] as const;
export type OwnChange = (typeof ownChanges)[number];

/**
 * Whether an author is the person of a change, of whom the platform says no more than an email. The user of a machine is
 * somebody, and nothing says who.
 */
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

/** Whether it is known who an author is, be it that they are nobody on the roster. */
export function isKnownAuthor(name: string, identities: Identities = {}): boolean {
  return behind(name, identities).isKnown;
}

/** The emails that are an author's own, in their matching form: proven, named by the settings, or only said by a session. */
export function emailsOf(name: string, identities: Identities = {}): readonly string[] {
  return behind(name, identities).emails;
}

/** The person whose own limit a caller could raise: anybody's where nobody knows who they are. */
type PersonBehind =
  | { readonly kind: 'person'; readonly email: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown' };

/** Who is behind a caller. */
export function personBehind(
  caller: Pick<Caller, 'name' | 'email' | 'via'>,
  identities: Identities = {},
): PersonBehind {
  if (caller.email !== undefined || caller.via === 'machine') {
    return caller.email === undefined ? { kind: 'nobody' } : { kind: 'person', email: caller.email };
  }
  const { isKnown, proven } = behind(caller.name, identities);
  return proven === undefined ? { kind: isKnown ? 'nobody' : 'unknown' } : { kind: 'person', email: proven };
}

/** What is known of an author. */
interface Behind {
  /** Two authors with one of these in common are the same. */
  readonly marks: readonly string[];
  readonly emails: readonly string[];
  /** The email for which somebody else than the author vouches. */
  readonly proven?: string;
  /** Who they are is known, be it that they are nobody on the roster. */
  readonly isKnown: boolean;
  /** IAM Identity Center gave them their name. */
  readonly isOfDirectory: boolean;
  /** It is a name and no principal: of a machine's user, or of a token. */
  readonly isPlain: boolean;
}

/** IAM Identity Center alone makes roles of this name; it writes the user's name into the session. */
const identityCenterRole = /^AWSReservedSSO_[\w+=,.@-]+_[0-9a-f]{16}$/u;
const sessionName = /^(role\/([^/() ]+))(?: \(([^()]+)\))?$/u;
const subjectName = /^token subject /u;

function behind(name: string, identities: Identities): Behind {
  const [, principal, role = '', session] = sessionName.exec(name) ?? [];
  if (principal !== undefined) {
    const isOfDirectory = identityCenterRole.test(role);
    return behindPrincipal(principal, { said: session, isGiven: isOfDirectory, isOfDirectory, identities });
  }
  if (name.startsWith('user/')) {
    // Whoever makes a user of IAM names it, and not the user.
    const said = name.slice(name.lastIndexOf('/') + 1);
    return behindPrincipal(name, { said, isGiven: true, isOfDirectory: false, identities });
  }
  const text = emailKey(name.replace(/ \(by link\)$/u, ''));
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
  // The user of one machine is no person with a limit; a token without a verified email may be anybody's.
  return { marks: [`name ${text}`], emails: [], isKnown: !subjectName.test(text), isOfDirectory: false, isPlain: true };
}

interface PrincipalFacts {
  readonly said: string | undefined;
  /** Somebody else gave the name that is said. */
  readonly isGiven: boolean;
  readonly isOfDirectory: boolean;
  readonly identities: Identities;
}

function behindPrincipal(principal: string, { said = '', isGiven, isOfDirectory, identities }: PrincipalFacts): Behind {
  const named = identityOf(principal, identities);
  const email = said.includes('@') ? emailKey(said) : undefined;
  const isTrusted = isGiven || named === 'session';
  const ofSettings = named === undefined || named === 'session' || named === 'nobody' ? undefined : emailKey(named);
  const proven = ofSettings ?? (isTrusted && named !== 'nobody' ? email : undefined);
  const emails = [...new Set([ofSettings, email].filter((each) => each !== undefined))];
  // Sessions of one role are one person's, unless each is given the name of its own.
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

/** A user has one name in an account, whatever its path. */
function uniqueName(principal: string): string {
  return principal.replace(/^user\/(?:.*\/)?/u, 'user/').toLowerCase();
}

/** AWS has one principal under one name, in whichever case that is written. */
function identityOf(principal: string, identities: Identities): Identity | undefined {
  if (Object.hasOwn(identities, principal)) {
    return identities[principal];
  }
  const key = principal.toLowerCase();
  return Object.entries(identities).find(([name]) => name.toLowerCase() === key)?.[1];
}
