import type { CapPlan } from '../../../caps/cap-plan.ts';
import type { EvidenceChain } from '../../../controls/ports.ts';
import { readHead } from '../../../evidence/use-cases/read-head.ts';
import { changeIn, changesByUser, type RecordedChange } from '../../../journal/cap-entry.ts';
import type { BudgetStore } from '../../../kernel/records/ports.ts';
import { decideNotice, firstSummaryId, type Notice } from '../../../kernel/runs/notice.ts';
import type { Clock, Journal } from '../../../kernel/runs/ports.ts';
import type { EnforcementOutcome, RunContext } from '../../../kernel/runs/run.ts';
import type { LedgerDay } from '../../../ledger/ledger-day.ts';
import type { UsageTotals } from '../../../ledger/usage-totals.ts';
import type { RowOutcome } from '../../../limits/limit-record.ts';
import { carriesMax, type UnknownMail } from '../../../mail/mail.ts';
import type { Outbox, RecipientStore } from '../../../mail/ports.ts';
import { describeNotice, describeRun } from '../../../mail/run/describe-run.ts';
import type { ConditionState } from '../../../notifications/conditions/condition-state.ts';
import { withoutAcknowledged } from '../../../notifications/conditions/reminders.ts';
import type { AlertStore, Summary } from '../../../notifications/ports.ts';
import type { Severity } from '../../../notifications/severity.ts';
import type { Grave } from '../../../notifications/unheard.ts';
import { emailKey } from '../../../roster/email.ts';
import type { HeldPlan } from '../../held-plan.ts';
import type { PlanStore } from '../../ports.ts';

export interface EnforcementResult {
  readonly outcome: EnforcementOutcome;
  readonly days: readonly LedgerDay[];
  readonly plan?: CapPlan;
  readonly usage?: Pick<UsageTotals, 'organization'>;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
}

export interface ReportPorts {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly journal: Journal;
  readonly evidence: Pick<EvidenceChain, 'head'>;
}

export interface ClosePorts extends ReportPorts {
  readonly alerts: AlertStore;
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly plans: Pick<PlanStore, 'find'>;
  readonly recipients: Pick<RecipientStore, 'list'>;
}

interface ReportOrder extends EnforcementResult {
  readonly recipients: readonly string[];
  readonly heldPlan?: HeldPlan;
  readonly conditions: readonly ConditionState[];
}

interface Material {
  readonly run: RunContext;
  readonly order: ReportOrder;
  readonly changes: ChangesOfDay;
  readonly unknown: readonly UnknownMail[];
}

interface ChangesOfDay {
  readonly all: readonly RecordedChange[];
  readonly ofRun: readonly RecordedChange[];
}

async function readChanges(journal: Journal, { today, runId }: RunContext): Promise<ChangesOfDay> {
  const read = await journal.listAs({ from: today, through: today }, ['cap-changed'], (entry) => ({
    isOfRun: entry.runId === runId,
    change: changeIn(entry),
  }));
  const changesOf = (entries: typeof read) => changesByUser(entries.flatMap(({ change }) => change ?? []));
  return { all: changesOf(read), ofRun: changesOf(read.filter(({ isOfRun }) => isOfRun)) };
}

/** The mails about the run itself: one to each recipient for whom there is something to report. Nothing is written yet. */
export async function summariesOf(
  ports: ReportPorts,
  run: RunContext,
  order: ReportOrder,
): Promise<readonly Summary[]> {
  const material: Material = {
    run,
    order,
    changes: await readChanges(ports.journal, run),
    unknown: await ports.outbox.listUnknown(),
  };
  const summaries: Summary[] = [];
  for (const recipient of order.recipients) {
    const summary = await summaryFor(ports, material, recipient);
    summaries.push(...(summary === undefined ? [] : [summary]));
  }
  return summaries;
}

/** Undefined when there is nothing to report. */
async function summaryFor(
  ports: ReportPorts,
  { run, order, changes, unknown }: Material,
  recipient: string,
): Promise<Summary | undefined> {
  const { recipients, days, conditions, ...facts } = order;
  const summary = await ports.outbox.find(`${firstSummaryId(run)}/${recipient}`);
  const notice = decideNotice(run, order.outcome, { summarizedByRunId: summary?.mail.runId, days });
  if (notice === undefined) {
    return undefined;
  }
  const carried = unknown.filter((mail) => isUnheard(mail, recipient, recipients)).slice(0, carriesMax);
  // The first summary of a night also reports what was changed by runs that ended before they could report it.
  const isFirst = notice.noticeId === firstSummaryId(run);
  const reminded = withoutAcknowledged(facts, conditions, run.today);
  const evidence = notice.kind === 'summary' ? { evidence: await readHead(ports.evidence) } : {};
  return {
    mailId: `${notice.noticeId}/${recipient}`,
    recipient,
    severity: severityOfNotice(notice),
    carries: carried.map(({ mailId }) => mailId),
    contentWith: (notifications) =>
      describeRun({
        ...reminded.run,
        acknowledged: reminded.acknowledged,
        changes: isFirst ? changes.all : changes.ofRun,
        notice,
        run,
        clearedDays: days.filter((day) => day.clearedByRunId === run.runId).map((day) => day.day),
        notifications,
        ...evidence,
        unknownMails: carried,
      }),
  };
}

/** Serious outcomes that no recipient would get; undefined otherwise. */
export function unheardOutcome(run: RunContext, { outcome, days, recipients }: ReportOrder): readonly Grave[] {
  const notice = decideNotice(run, outcome, { summarizedByRunId: undefined, days });
  return recipients.length > 0 || notice === undefined
    ? []
    : [{ severity: severityOfNotice(notice), headline: describeNotice(notice, run) }];
}

function severityOfNotice({ kind }: Notice): Severity {
  return kind === 'summary' ? 'info' : 'high';
}

/** A mail to a person without a summary is named to those with one. */
function isUnheard({ to }: UnknownMail, recipient: string, recipients: readonly string[]): boolean {
  return emailKey(to) === recipient || !recipients.includes(emailKey(to));
}
