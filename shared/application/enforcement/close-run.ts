import { deliveryMoment } from '../../domain/alerts/delivery.ts';
import { isReachable, routeTo } from '../../domain/alerts/routing.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { TellingMail } from '../notifications/compose-alert-mails.ts';
import type { BudgetStore } from '../edits/ports.ts';
import type { RecipientStore } from '../mail/ports.ts';
import { readRouting } from '../notifications/read-routing.ts';
import { composeMails, type EnforcementResult, type ReportPorts } from './report-run.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { RunContext } from '../runs/run-context.ts';

export interface ClosePorts extends ReportPorts {
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly recipients: Pick<RecipientStore, 'list'>;
}

/** The mails of a run, one a recipient. `nowMs`: Unix milliseconds as of which it is decided what is due. */
export async function composeRunMails(
  ports: ClosePorts,
  settings: EnforcementSettings,
  ended: { readonly context: RunContext; readonly result: EnforcementResult; readonly nowMs: number },
): Promise<readonly TellingMail[]> {
  const { context, result, nowMs } = ended;
  const recipients = await recipientsOf(ports, settings);
  const delivery = deliveryMoment(settings.alerts, nowMs);
  return composeMails(ports, context, { ...result, recipients, delivery });
}

/** Who gets the mail about a run: the admins, and whoever owns a budget of the whole organization. */
async function recipientsOf(ports: ClosePorts, settings: EnforcementSettings): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  const routing = await readRouting(ports.recipients, settings);
  const people = [...settings.admins, ...owners];
  const told = people.every((email) => isReachable(email, routing)) ? people : routeTo(people, routing);
  return [...new Set(told.map(emailKey))];
}
