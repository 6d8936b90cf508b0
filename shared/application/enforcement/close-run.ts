import { deliveryMoment } from '../../domain/notifications/delivery.ts';
import { isReachable, routeTo } from '../../domain/notifications/routing.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import { describeUnheard, unheardConditions } from '../../domain/notifications/unheard.ts';
import type { AlertStore } from '../notifications/ports.ts';
import { composeMails, writeMails, type ComposedMail } from '../notifications/write-mails.ts';
import type { BudgetStore } from '../edits/ports.ts';
import type { RecipientStore } from '../mail/ports.ts';
import type { RunStore } from '../runs/ports.ts';
import { readRouting, type KnownRouting } from '../notifications/read-routing.ts';
import { summariesOf, unheardOutcome, type EnforcementResult, type ReportPorts } from './report-run.ts';
import type { EnforcementSettings, RunContext } from '../runs/run-context.ts';

export interface ClosePorts extends ReportPorts {
  readonly alerts: AlertStore;
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly recipients: Pick<RecipientStore, 'list'>;
  readonly runs: RunStore;
}

/** A run with its record. */
export interface Closed {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/** The mails of a run, and what it says of itself where nobody can be notified of something grave. */
export interface RunMails {
  readonly mails: readonly ComposedMail[];
  readonly problem?: string | undefined;
}

/** What there is to report of a run, one mail a recipient. `nowMs`: Unix milliseconds as of which it is reported. */
export async function composeRunMails(
  ports: ClosePorts,
  settings: EnforcementSettings,
  ended: { readonly context: RunContext; readonly result: EnforcementResult; readonly nowMs: number },
): Promise<RunMails> {
  const { context, result, nowMs } = ended;
  const routing = await readRouting(ports.recipients, settings);
  const recipients = await recipientsOf(ports, settings, routing);
  const conditions = await ports.alerts.read('limits', []);
  const night = { ...result, recipients, conditions };
  const summaries = await summariesOf(ports, context, night);
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const mails = await composeMails(ports, context, { lease: 'limits', delivery, summaries });
  const open = unheardConditions(conditions, routing, context.at);
  return { mails, problem: describeUnheard([...unheardOutcome(context, night), ...open], routing) };
}

/**
 * Writes the mails of a run, then its record: a run that has its record is never done again. Raises LeaseLostError when
 * another run has the lease by now; mails and record are its affair.
 */
export async function closeRun(
  ports: ClosePorts,
  ended: {
    readonly context: RunContext;
    readonly started: Run;
    readonly outcome: RunOutcome;
    readonly mails: readonly ComposedMail[];
  },
): Promise<Closed> {
  const { context, started, outcome, mails } = ended;
  await writeMails(ports, mails);
  const run = { ...started, finishedAt: new Date(ports.clock.now()).toISOString(), outcome };
  await ports.journal.append([finishedEntry(context, outcome)]);
  await ports.runs.put(run);
  return { run, outcome };
}

/** Who gets the summary: the admins, and whoever owns a budget of the whole organization. */
async function recipientsOf(
  ports: ClosePorts,
  settings: EnforcementSettings,
  routing: KnownRouting,
): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  const people = [...settings.admins, ...owners];
  const all = people.every((email) => isReachable(email, routing)) ? people : routeTo(people, routing);
  return [...new Set(all.map(emailKey))];
}

function finishedEntry({ runId, at }: RunContext, outcome: RunOutcome): JournalEntry {
  const { status, dataThrough, capsChanged, capsFailed, alerts, held, problems } = outcome;
  const detail = {
    status,
    dataThrough: dataThrough ?? null,
    capsChanged,
    capsFailed,
    alerts,
    held: held === undefined ? null : `${held.guard}: ${held.detail}`,
    problems,
  };
  return { id: `${runId}/finished/${status}`, at, kind: 'run-finished', actor: 'curfew', runId, detail };
}
