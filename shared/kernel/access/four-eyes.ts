import { emailKey } from '../../roster/email.ts';
import { minuteText } from '../time/day.ts';
import type { Caller } from './caller.ts';
import { othersWith, type Access, type RoleLists } from './decide-access.ts';
import { rolesWith, type Right } from './role.ts';
import { emailsOf, isKnownAuthor, likenessTo, type Identities } from './same-person.ts';

export interface FourEyesSettings {
  readonly heldPlans?: boolean | undefined;
  readonly ownLimit?: boolean | undefined;
  readonly identities?: Identities | undefined;
}

export interface AccessRules {
  readonly roles: RoleLists;
  readonly fourEyes: FourEyesSettings;
}

/** Whether a four-eyes rule applies. On a single machine only if switched on: no other caller could approve. */
export function isBound(caller: Caller, fourEyes: FourEyesSettings, rule: 'heldPlans' | 'ownLimit'): boolean {
  return fourEyes[rule] ?? caller.via !== 'machine';
}

export interface PlanEdit {
  readonly by: string;
  readonly at: string;
  readonly what: string;
  /** The author is unknown: the row was changed in the table directly. */
  readonly isUnknown?: boolean;
  /** Key of the subject: a removed top-up cannot be set again, but another one for the same people can. */
  readonly about?: string;
  readonly isGone?: boolean;
}

/**
 * Decides whether a caller may approve a held plan. Authors of its edits may not. An edit with an unknown author may be
 * the caller's own, until another person saves the record again under their name.
 */
export function decideApproval(caller: Caller, rules: AccessRules, edits: readonly PlanEdit[]): Access {
  if (!isBound(caller, rules.fourEyes, 'heldPlans')) {
    return { kind: 'allowed' };
  }
  const likeness = likenessTo(caller.name, rules.fourEyes.identities);
  const authored = edits.filter(({ isUnknown }) => isUnknown !== true);
  const factOf = ({ by, what, at }: PlanEdit): string =>
    `${by} edited ${what} on ${minuteText(at)}, and this plan follows from it`;
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
        reason: `no one knows who edited ${unknown.what} on ${minuteText(unknown.at)}, and this plan follows from it: the person who stands for that edit sets it again by command, with a note, and another person approves`,
      };
}

function isTakenOver(unknown: PlanEdit, later: PlanEdit): boolean {
  const isSame = later.what === unknown.what || (unknown.isGone === true && later.about === unknown.about);
  return later.isUnknown !== true && isSame && later.at > unknown.at;
}

export interface Gain {
  readonly email: string;
  readonly what: string;
}

/** Decides whether a caller may make an edit that gives these people more: no one may raise their own limit alone. */
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
    : refusedToUnknown(caller, `${doubtful.what} may raise the limit of the person who asks for it`);
}

/** Decides whether a caller may grant a request: the requester may not. */
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

/** Refuses a caller whose identity is unknown: the gain may be their own. */
export function refusedToUnknown({ name, principal }: Caller, fact: string): Access {
  return { kind: 'refused', reason: `${fact}, and no one knows who ${name} is: ${remedyFor(principal)}` };
}

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
    ? 'a person whose email the issuer has verified has to do it'
    : `a person with a proven email (a token, IAM Identity Center) has to do it, or the person who keeps the settings says under "fourEyes.identities" who ${principal} is`;
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
      ? `another person with the role ${wanted} has to; no one else has it yet, and the person who keeps the settings gives it under "roles"`
      : `another person with the role ${wanted} has to: ${others}`;
  return { kind: 'refused', reason: `${fact}: ${remedy}` };
}
