import { deliveryMoment } from '../../../domain/notifications/delivery.ts';
import { routeTo } from '../../../domain/notifications/routing.ts';
import { describeUnheard, unheardConditions } from '../../../domain/notifications/unheard.ts';
import { emailKey } from '../../../domain/roster/email.ts';
import type { BudgetStore } from '../../edits/ports.ts';
import type { RecipientStore } from '../../mail/ports.ts';
import type { AlertStore, MailDraft } from '../../notifications/ports.ts';
import { readRouting, type KnownRouting } from '../../notifications/read-routing.ts';
import { draftMails } from '../../notifications/write-mails.ts';
import { summariesOf, unheardOutcome, type EnforcementResult, type ReportPorts } from './report-run.ts';
import type { PlanStore } from '../ports.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import type { RunContext } from '../../runs/run-context.ts';

export interface ClosePorts extends ReportPorts {
  readonly alerts: AlertStore;
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly plans: Pick<PlanStore, 'find'>;
  readonly recipients: Pick<RecipientStore, 'list'>;
}

/** The mails of a run, and what it says of itself where nobody can be notified of something grave. */
interface RunMails {
  readonly drafts: readonly MailDraft[];
  readonly problem?: string | undefined;
}

/** The mails of a run, one a recipient. `nowMs`: Unix milliseconds as of which it is decided what is due. */
export async function composeRunMails(
  ports: ClosePorts,
  settings: EnforcementSettings,
  ended: { readonly context: RunContext; readonly result: EnforcementResult; readonly nowMs: number },
): Promise<RunMails> {
  const { context, result, nowMs } = ended;
  const routing = await readRouting(ports.recipients, settings);
  const recipients = await recipientsOf(ports, settings, routing);
  const conditions = await ports.alerts.read('limits', []);
  const { plan: planId } = result.outcome.held ?? {};
  const heldPlan = planId === undefined ? undefined : await ports.plans.find(planId);
  const report = { ...result, recipients, conditions, ...(heldPlan !== undefined && { heldPlan }) };
  const summaries = await summariesOf(ports, context, report);
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const drafts = await draftMails(ports, context, { leases: ['limits'], delivery, summaries });
  const open = unheardConditions(conditions, routing, context.at);
  return { drafts, problem: describeUnheard([...unheardOutcome(context, report), ...open], routing) };
}

/** Who gets the mail about a run: the admins, and whoever owns a budget of the whole organization, or who stands in. */
async function recipientsOf(
  ports: ClosePorts,
  settings: EnforcementSettings,
  routing: KnownRouting,
): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  return routeTo([...settings.admins, ...owners], routing).map(emailKey);
}
