import { emailKey } from '../roster/email.ts';
import type { Caller } from './caller.ts';
import { othersWith, type Access, type RoleLists } from './decide-access.ts';
import { rolesWith, type Right } from './role.ts';
import { emailsOf, isKnownAuthor, likenessTo, type Identities } from './same-person.ts';

/** Where two people are needed; absent where the settings say nothing. */
export interface FourEyesSettings {
  readonly heldPlans?: boolean | undefined;
  readonly ownLimit?: boolean | undefined;
  /** Who is behind principals of IAM (`role/NAME`, `user/NAME`) that carry no proven email. */
  readonly identities?: Identities | undefined;
}

/** What four eyes need to know of the settings. */
export interface AccessRules {
  readonly roles: RoleLists;
  readonly fourEyes: FourEyesSettings;
}

/**
 * Whether a rule of four eyes binds a caller. It does unless it is switched off; where everybody is the one user of the
 * operating system, only if it is switched on: nobody else could ever approve.
 */
export function isBound(caller: Caller, fourEyes: FourEyesSettings, rule: 'heldPlans' | 'ownLimit'): boolean {
  return fourEyes[rule] ?? caller.via !== 'machine';
}

/** An edit that a held plan follows from. */
export interface PlanEdit {
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  /** What was edited, such as `budget team:lab month`. */
  readonly what: string;
  /** Nobody knows who made it: it was made in the table. */
  readonly isUnknown?: boolean;
  /** Whom it is about, as other edits say it too: a removed top-up cannot be set again, another one for them can. */
  readonly about?: string;
  /** What it was about is gone for good. */
  readonly isGone?: boolean;
}

/**
 * Decides whether somebody may approve a held plan: who edited what it follows from may not. Where the author of an edit
 * is unknown it may be anybody's, until somebody sets the record again under their name.
 */
export function decideApproval(caller: Caller, rules: AccessRules, edits: readonly PlanEdit[]): Access {
  if (!isBound(caller, rules.fourEyes, 'heldPlans')) {
    return { kind: 'allowed' };
  }
  const likeness = likenessTo(caller.name, rules.fourEyes.identities);
  const authored = edits.filter(({ isUnknown }) => isUnknown !== true);
  const factOf = ({ by, what, at }: PlanEdit): string => `${by} edited ${what} at ${at}, and this plan follows from it`;
  const own = authored.find(({ by }) => likeness(by) === 'same');
  if (own !== undefined) {
    return refusedTo(caller, rules, { fact: factOf(own), right: 'decide-plans' });
  }
  const doubtful = authored.find(({ by }) => likeness(by) === 'unknown');
  if (doubtful !== undefined) {
    return refusedAsDoubtful(caller, rules, { fact: factOf(doubtful), author: doubtful.by });
  }
  const unknown = edits.find((edit) => edit.isUnknown === true && !edits.some((later) => isTakenOver(edit, later)));
  return unknown === undefined
    ? { kind: 'allowed' }
    : {
        kind: 'refused',
        reason: `nobody knows who edited ${unknown.what} at ${unknown.at}, and this plan follows from it: whoever stands for that edit sets it again by command, with a note, and somebody else approves`,
      };
}

function isTakenOver(unknown: PlanEdit, later: PlanEdit): boolean {
  const isSame = later.what === unknown.what || (unknown.isGone === true && later.about === unknown.about);
  return later.isUnknown !== true && isSame && later.at > unknown.at;
}

/** What an edit gives somebody, as far as it is known. */
export interface Gain {
  readonly email: string;
  /** What gives it, such as `the budget user:ann@acme.example month`. */
  readonly what: string;
}

/** Decides whether somebody may make an edit that gives these people more: nobody raises their own limit alone. */
export function decideOwnLimit(
  caller: Caller,
  rules: AccessRules,
  { gains, right }: { readonly gains: readonly Gain[]; readonly right: Right },
): Access {
  if (gains.length === 0 || !isBound(caller, rules.fourEyes, 'ownLimit')) {
    return { kind: 'allowed' };
  }
  const likeness = likenessTo(caller.name, rules.fourEyes.identities);
  const gain = gains.find(({ email }) => likeness(email) === 'same');
  if (gain !== undefined) {
    return refusedTo(caller, rules, { fact: `${gain.what} may raise the limit of ${emailKey(gain.email)}`, right });
  }
  const doubtful = gains.find(({ email }) => likeness(email) === 'unknown');
  return doubtful === undefined
    ? { kind: 'allowed' }
    : refusedToUnknown(caller, `${doubtful.what} may raise the limit of whoever asks for it`);
}

/** Decides whether somebody may grant what a person asked for: who asks may not grant. */
export function decideGranting(
  caller: Caller,
  rules: AccessRules,
  request: { readonly by: string; readonly for: string },
): Access {
  if (!isBound(caller, rules.fourEyes, 'ownLimit')) {
    return { kind: 'allowed' };
  }
  const likeness = [request.by, request.for].map(likenessTo(caller.name, rules.fourEyes.identities));
  if (likeness.includes('same')) {
    return refusedTo(caller, rules, { fact: `this request is of ${request.for}`, right: 'decide-requests' });
  }
  return likeness.includes('unknown')
    ? refusedToUnknown(caller, `this request is of ${request.for}, who may be the same person`)
    : { kind: 'allowed' };
}

/** Nothing that gives anybody more is for somebody of whom nobody knows who they are: it may be their own. */
export function refusedToUnknown({ name, principal }: Caller, fact: string): Access {
  return { kind: 'refused', reason: `${fact}, and nobody knows who ${name} is: ${remedyFor(principal)}` };
}

/** One of the two is unknown: the caller, or else the author. */
function refusedAsDoubtful(
  caller: Caller,
  { fourEyes: { identities } }: AccessRules,
  { fact, author }: { readonly fact: string; readonly author: string },
): Access {
  if (!isKnownAuthor(caller.name, identities)) {
    return refusedToUnknown(caller, fact);
  }
  const [, principal] = /^((?:role|user)\/[^( ]+)/u.exec(author) ?? [];
  return {
    kind: 'refused',
    reason: `${fact}; ${author} may be ${caller.name}: ${remedyFor(principal)}`,
  };
}

function remedyFor(principal: string | undefined): string {
  return principal === undefined
    ? 'somebody whose email the issuer has verified has to do it'
    : `somebody with a proven email (a token, IAM Identity Center) has to do it, or whoever keeps the settings says under "fourEyes.identities" who ${principal} is`;
}

function refusedTo(
  caller: Caller,
  { roles, fourEyes: { identities } }: AccessRules,
  { fact, right }: { readonly fact: string; readonly right: Right },
): Access {
  const own = [...emailsOf(caller.name, identities), caller.principal].filter((each) => each !== undefined);
  const others = othersWith(right, roles, own);
  const wanted = rolesWith(right)
    .filter(({ reach }) => reach === 'all')
    .map(({ role }) => role)
    .join(' or ');
  const remedy =
    others === ''
      ? `somebody else with the role ${wanted} has to; nobody else has it yet, and whoever keeps the settings gives it under "roles"`
      : `somebody else with the role ${wanted} has to: ${others}`;
  return { kind: 'refused', reason: `${fact}: ${remedy}` };
}
