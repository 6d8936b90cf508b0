import { callerOfLink, type Caller } from '../kernel/access/caller.ts';
import { decideAccess, isNotEmail, rolesOf, type Access, type RoleLists } from '../kernel/access/decide-access.ts';
import { decideGranting, type AccessRules } from '../kernel/access/four-eyes.ts';
import { emailKey } from '../roster/email.ts';
import type { RequestRuleTerms } from './request-rule.ts';
import type { CreditRequest } from './request.ts';

/** A request with the team of whoever asked; absent where they are in none. */
interface TeamRequest {
  readonly request: Pick<CreditRequest, 'email'>;
  readonly team?: string;
}

/**
 * Whom to mail a request: approvers, and the owners of the team, by the emails in the settings, but for whoever asked.
 * Empty: nobody is named who could decide.
 */
export function approversOf({ request, team }: TeamRequest, { approvers, teamOwners }: RoleLists): readonly string[] {
  const named = [...approvers, ...(team === undefined ? [] : (teamOwners[team] ?? []))].filter(
    (entry) => !isNotEmail(entry) && emailKey(entry) !== request.email,
  );
  return [...new Map(named.map((email) => [emailKey(email), email])).values()];
}

/**
 * Decides whether somebody may decide on a request: who has the right by their role, and did not ask. A link speaks for
 * the email that it was sent to, by the roles that this one has now. Only who decides for everybody may raise pools.
 */
export function decideDeciding(
  caller: Caller,
  rules: AccessRules,
  { request, team, pools }: TeamRequest & { readonly pools: RequestRuleTerms['pools'] },
): Access {
  const granting = decideGranting(caller, rules, { by: request.email, for: request.email });
  if (granting.kind === 'refused') {
    return granting;
  }
  const subject = { teams: team === undefined ? [] : [team] };
  // Of a link the role counts, as of a token: whoever holds it opened the mail to that address.
  const proven = caller.via === 'link' ? { ...caller, via: 'oidc' as const } : caller;
  const access = decideAccess(proven, rules.roles, { right: 'decide-requests', subject });
  const isOwner = access.kind === 'allowed' && access.onlyTeams !== undefined;
  return isOwner && pools === 'raise'
    ? {
        kind: 'refused',
        reason: 'who owns a team does not raise pools; an approver has to, or it is given within the pool',
      }
    : access;
}

/** Whether a link to decide is worth its page: the person may decide in some way. */
export function mayDecideByLink(email: string, rules: AccessRules, about: TeamRequest): boolean {
  return decideDeciding(callerOfLink(email), rules, { ...about, pools: 'within' }).kind === 'allowed';
}

/** Whether somebody decides for everybody, and not for a team alone. */
export function decidesForAll(email: string, rules: AccessRules): boolean {
  return rolesOf(callerOfLink(email), rules.roles).roles.includes('approver');
}
