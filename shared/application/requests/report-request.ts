import type { Report } from '../../domain/notifications/notification.ts';
import { approversOf } from '../../domain/requests/approvers.ts';
import { reportToApprovers, reportToAsker } from '../../domain/requests/request-mails.ts';
import { requestStatus, type CreditRequest } from '../../domain/requests/request.ts';
import type { RequestSettings } from './give-credits.ts';
import { showRequestImpact, type ImpactPorts } from './list-requests.ts';

/** What there is to report of a request at an ISO instant; undefined where nobody is to be notified. */
export async function reportOf(
  ports: ImpactPorts,
  settings: RequestSettings,
  { request, at }: { readonly request: CreditRequest; readonly at: string },
): Promise<Report | undefined> {
  const door = settings.doorUrl === undefined ? {} : { door: settings.doorUrl };
  if (requestStatus(request, at) !== 'asked') {
    return reportToAsker(request, at, door);
  }
  const impact = await showRequestImpact(ports, settings, { request, atMs: Date.parse(at) });
  return reportToApprovers(request, impact, {
    ...door,
    at,
    approvers: approversOf({ request, ...impact }, settings.roles),
  });
}
