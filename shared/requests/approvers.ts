import { channelAddress, isForTeam, recipientTitle, type ChannelTerms } from '../channels/channel.ts';
import { callerOfChannel, callerOfLink, type Caller } from '../kernel/access/caller.ts';
import { decideAccess, isNotEmail, rolesOf, type Access, type RoleLists } from '../kernel/access/decide-access.ts';
import { decideGranting, isBound, refusedToUnknown, type AccessRules } from '../kernel/access/four-eyes.ts';
import { emailKey } from '../roster/email.ts';
import type { RequestRuleTerms } from './request-rule.ts';
import type { CreditRequest } from './request.ts';

interface TeamRequest {
  readonly request: CreditRequest;
  readonly team?: string;
}

/** Returns whom to mail a request: approvers and the team's owners, except the requester. May be empty. */
export function approversOf({ request, team }: TeamRequest, { approvers, teamOwners }: RoleLists): readonly string[] {
  const named = [...approvers, ...(team === undefined ? [] : (teamOwners[team] ?? []))].filter(
    (entry) => !isNotEmail(entry) && emailKey(entry) !== request.email,
  );
  return [...new Map(named.map((email) => [emailKey(email), email])).values()];
}

/**
 * Decides whether a caller may decide on a request: by role, and not as the requester. A link acts for the email that
 * it was sent to, with its current roles. Only those who decide for everyone may raise pools.
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
  // A link counts like a token: its holder opened the mail to that address.
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

/**
 * Decides whether a channel may decide on a request: one that is named as approver, for people of its teams. No one knows
 * who clicks there, the requester perhaps: it decides only where the settings let people decide on their own requests.
 */
export function decideByChannel(
  channel: ChannelTerms,
  rules: AccessRules,
  { request, team, pools }: TeamRequest & { readonly pools: RequestRuleTerms['pools'] },
): Access {
  const title = recipientTitle(channelAddress(channel));
  if (channel.approver !== true || !isForTeam(channel, team)) {
    return { kind: 'refused', reason: `the ${title} does not decide on requests of this person` };
  }
  const caller = callerOfChannel(channelAddress(channel));
  if (isBound(caller, rules.fourEyes, 'ownLimit')) {
    return refusedToUnknown(caller, `this request is of ${request.email}, who may read the ${title}`);
  }
  return pools === 'raise' && !isForAll(channel)
    ? { kind: 'refused', reason: 'a channel of some teams does not raise pools; it is given within the pool' }
    : { kind: 'allowed' };
}

/** Whether a channel is for the whole organization. */
export function isForAll({ teams, budgets }: ChannelTerms): boolean {
  return teams === undefined && budgets === undefined;
}

/** Whether a person may decide in some way, so that a link to decide is useful. */
export function mayDecideByLink(email: string, rules: AccessRules, about: TeamRequest): boolean {
  return decideDeciding(callerOfLink(email), rules, { ...about, pools: 'within' }).kind === 'allowed';
}

/** Whether a person decides for everyone, and not only for a team. */
export function decidesForAll(email: string, rules: AccessRules): boolean {
  return rolesOf(callerOfLink(email), rules.roles).roles.includes('approver');
}
