import { deliveryMoment } from '../../domain/alerts/delivery.ts';
import { isReachable, routeTo } from '../../domain/alerts/routing.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import { writeMails, type TellingMail } from '../notifications/compose-alert-mails.ts';
import type { BudgetStore } from '../edits/ports.ts';
import type { RecipientStore } from '../mail/ports.ts';
import type { RunStore } from '../runs/ports.ts';
import { readRouting } from '../notifications/read-routing.ts';
import { composeMails, type EnforcementResult, type ReportPorts } from './report-run.ts';
import type { EnforcementSettings, RunContext } from '../runs/run-context.ts';

export interface ClosePorts extends ReportPorts {
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly recipients: Pick<RecipientStore, 'list'>;
  readonly runs: RunStore;
}

/** A run with its record. */
export interface Closed {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/** What there is to tell of a night, one mail a recipient. `nowMs`: Unix milliseconds as of which it is told. */
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

/**
 * Tells of a night what is to be told, then writes down how it ended: a run that has its record is never done again.
 * Raises OvertakenError when another run has the lease by now; telling and recording are its affair.
 */
export async function closeRun(
  ports: ClosePorts,
  ended: {
    readonly context: RunContext;
    readonly started: Run;
    readonly outcome: RunOutcome;
    readonly mails: readonly TellingMail[];
  },
): Promise<Closed> {
  const { context, started, outcome, mails } = ended;
  await writeMails(ports, mails);
  const run = { ...started, finishedAt: new Date(ports.clock.now()).toISOString(), outcome };
  await ports.journal.append([finishedEntry(context, outcome)]);
  await ports.runs.put(run);
  return { run, outcome };
}

/** Who is told of a night: the admins, and whoever owns a budget of the whole organization. */
async function recipientsOf(ports: ClosePorts, settings: EnforcementSettings): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  const routing = await readRouting(ports.recipients, settings);
  const people = [...settings.admins, ...owners];
  const told = people.every((email) => isReachable(email, routing)) ? people : routeTo(people, routing);
  return [...new Set(told.map(emailKey))];
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
