import { deliveryMoment } from '../domain/alerts/delivery.ts';
import { isReachable, routeTo } from '../domain/alerts/routing.ts';
import type { JournalEntry } from '../domain/journal/journal-entry.ts';
import { emailKey } from '../domain/roster/email.ts';
import type { Run, RunOutcome } from '../domain/runs/run.ts';
import { OvertakenError } from './lease-keeper.ts';
import type { BudgetStore, RecipientStore, RunStore } from './ports.ts';
import { readRouting } from './read-routing.ts';
import { reportNight, type NightResult, type ReportPorts } from './report-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';

export interface ClosePorts extends ReportPorts {
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly recipients: Pick<RecipientStore, 'list'>;
  readonly runs: RunStore;
}

/** `overtaken`: another run has the lease by now; telling and recording are its affair. */
export type Closed =
  | { readonly kind: 'closed'; readonly run: Run; readonly outcome: RunOutcome }
  | { readonly kind: 'overtaken' };

/** Tells of a night what is to be told, then writes down how it ended: a run that has its record is never done again. */
export async function closeNight(
  ports: ClosePorts,
  settings: NightSettings,
  ended: {
    readonly context: RunContext;
    readonly started: Run;
    readonly result: NightResult;
    /** Unix milliseconds as of which it is told. */
    readonly nowMs: number;
  },
): Promise<Closed> {
  const { context, started, result } = ended;
  const recipients = await recipientsOf(ports, settings);
  const delivery = deliveryMoment(settings.alerts, ended.nowMs);
  const alerts = await reportNight(ports, context, { ...result, recipients, delivery }).catch(whenOvertaken);
  if (alerts === undefined) {
    return { kind: 'overtaken' };
  }
  const outcome = { ...result.outcome, alerts };
  const run = { ...started, finishedAt: new Date(ports.clock.now()).toISOString(), outcome };
  await ports.journal.append([finishedEntry(context, outcome)]);
  await ports.runs.put(run);
  return { kind: 'closed', run, outcome };
}

/** Who is told of a night: the admins, and whoever owns a budget of the whole organization. */
async function recipientsOf(ports: ClosePorts, settings: NightSettings): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  const routing = await readRouting(ports.recipients, settings);
  const people = [...settings.admins, ...owners];
  const told = people.every((email) => isReachable(email, routing)) ? people : routeTo(people, routing);
  return [...new Set(told.map(emailKey))];
}

function whenOvertaken(error: unknown): undefined {
  if (!(error instanceof OvertakenError)) {
    throw error;
  }
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
