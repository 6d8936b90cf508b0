import type { Report } from '../../notifications/notification.ts';
import { approversOf, decideByChannel, decidesForAll } from '../approvers.ts';
import { reportToApprovers, reportToAsker } from '../request-mails.ts';
import { requestStatus, type CreditRequest } from '../request.ts';
import { teamOfUser } from './ask-for-credits.ts';
import type { RequestSettings } from './give-credits.ts';
import { showRequestImpact, type ImpactPorts } from './list-requests.ts';

/** What to report of a request at an ISO instant; undefined when no one is to be notified. */
export async function reportOf(
  ports: ImpactPorts,
  settings: RequestSettings,
  { request, at }: { readonly request: CreditRequest; readonly at: string },
): Promise<Report | undefined> {
  const door = settings.doorUrl === undefined ? {} : { door: settings.doorUrl };
  if (requestStatus(request, at) !== 'asked') {
    return reportToAsker(request, at, door);
  }
  const team = await teamOfUser(ports, request.userId);
  const about = { request, team };
  const approvers = approversOf(about, settings.roles);
  // One mail goes to all of them: it says no more than each may see.
  const areForAll = approvers.every((email) => decidesForAll(email, settings));
  const isSeen = (scope: string): boolean => areForAll || scope === `team:${team ?? ''}`;
  const impact = await showRequestImpact(ports, settings, { request, atMs: Date.parse(at), isSeen });
  return reportToApprovers(request, impact, {
    ...door,
    at,
    approvers,
    decides: (channel) => decideByChannel(channel, settings, { ...about, pools: 'within' }).kind === 'allowed',
  });
}
