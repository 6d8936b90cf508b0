import type { AlertNotice } from '../../domain/alerts/alert-notice.ts';
import type { AlertState } from '../../domain/alerts/alert-state.ts';
import { decideRunMail, type DeliveryMoment } from '../../domain/alerts/delivery.ts';
import { withoutAcknowledged } from '../../domain/alerts/reminders.ts';
import { changesTold } from '../../domain/journal/cap-entry.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { CapPlan } from '../../domain/caps/cap-plan.ts';
import type { RowOutcome } from '../../domain/limits/limit-record.ts';
import type { LedgerDay } from '../../domain/ledger/ledger-day.ts';
import type { UsageTotals } from '../../domain/ledger/usage-totals.ts';
import { describeRun } from '../../domain/mail/describe-run.ts';
import { carriesMax, type OutboxMail } from '../../domain/mail/mail.ts';
import { emailKey } from '../../domain/roster/email.ts';
import { decideNotice, firstSummaryId, type Notice } from '../../domain/runs/notice.ts';
import type { EnforcementOutcome } from '../../domain/runs/run.ts';
import { composeAlertMails, mailOf, type TellingMail } from '../notifications/compose-alert-mails.ts';
import type { EvidenceChain } from '../controls/ports.ts';
import { pendingByRecipient } from '../notifications/pending-notices.ts';
import type { AlertStore } from '../notifications/ports.ts';
import type { Clock, Journal } from '../runs/ports.ts';
import type { Outbox } from '../mail/ports.ts';
import { readHead } from '../controls/read-head.ts';
import type { RunContext } from '../runs/run-context.ts';

/** What a night came to, for those who are told of it. */
export interface EnforcementResult {
  readonly outcome: EnforcementOutcome;
  readonly days: readonly LedgerDay[];
  readonly plan?: CapPlan;
  readonly usage?: UsageTotals;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
}

export interface ReportPorts {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly journal: Journal;
  readonly alerts: AlertStore;
  readonly evidence: Pick<EvidenceChain, 'head'>;
}

export interface ReportOrder extends EnforcementResult {
  /** Who is told of the night itself, in the matching form of their email. */
  readonly recipients: readonly string[];
  /** Who wants to be told when, at the moment as of which this is told. */
  readonly delivery: DeliveryMoment;
}

/** So many entries of one day are looked through for the changes to tell. */
const entriesMax = 500_000;

/** What the mails of a run are made of. */
interface Telling {
  readonly run: RunContext;
  readonly night: ReportOrder;
  readonly entries: readonly JournalEntry[];
  readonly open: readonly OutboxMail[];
  readonly pending: ReadonlyMap<string, readonly AlertNotice[]>;
  readonly standing: readonly AlertState[];
}

/** One mail to each recipient who has something to be told by now. Nothing is written yet. */
export async function composeMails(
  ports: ReportPorts,
  run: RunContext,
  night: ReportOrder,
): Promise<readonly TellingMail[]> {
  const telling: Telling = {
    run,
    night,
    entries: await ports.journal.list({ from: run.today, through: run.today }, entriesMax),
    open: await ports.outbox.listOpen(),
    pending: await pendingByRecipient(ports),
    standing: await ports.alerts.read([]),
  };
  const ofRun: TellingMail[] = [];
  for (const recipient of night.recipients) {
    const mail = await composeRunMail(ports, telling, recipient);
    ofRun.push(...(mail === undefined ? [] : [mail]));
  }
  const told = new Set(ofRun.flatMap((mail) => mail.told));
  return [...ofRun, ...composeAlertMails(telling.pending, run, { delivery: night.delivery, told })];
}

/** The mail about the night itself, with the alerts of its recipient; undefined when there is nothing to tell. */
async function composeRunMail(
  ports: ReportPorts,
  { run, night, entries, open, pending, standing }: Telling,
  recipient: string,
): Promise<TellingMail | undefined> {
  const { recipients, days, delivery, ...told } = night;
  const suspectDays = days.filter((day) => day.status === 'suspect');
  const summary = await ports.outbox.find(`${firstSummaryId(run)}/${recipient}`);
  const notice = decideNotice(run, night.outcome, { summarizedByRunId: summary?.mail.runId, suspectDays });
  if (notice === undefined) {
    return undefined;
  }
  const mailId = runMailId(notice, recipient);
  // A mail that is written stays as it is: what is owed since then takes a mail of its own.
  const isWritten = (await ports.outbox.find(mailId)) !== undefined;
  const wait = decideRunMail(
    { recipient, severity: notice.kind === 'summary' ? 'info' : 'high' },
    {
      pending: isWritten ? [] : (pending.get(recipient) ?? []),
      moment: delivery,
    },
  );
  const unknown = open.filter((entry) => isUntold(entry, recipient, recipients)).slice(0, carriesMax);
  // The first summary of a night also tells what was changed by runs that ended before they could tell.
  const isFirst = notice.noticeId === firstSummaryId(run);
  const reminded = withoutAcknowledged(told, standing, run.today);
  const content = describeRun({
    ...reminded.night,
    acknowledged: reminded.acknowledged,
    changes: changesTold(isFirst ? entries : entries.filter((entry) => entry.runId === run.runId)),
    notice,
    run,
    clearedDays: days.filter((day) => day.clearedByRunId === run.runId).map((day) => day.day),
    alerts: wait.alerts,
    ...(notice.kind === 'summary' && { evidence: await readHead(ports.evidence) }),
    unknownMails: unknown.map(({ mail, writtenAt }) => ({ to: mail.to, subject: mail.subject, writtenAt })),
  });
  const { mail, told: noticeIds } = mailOf(content, run, { mailId, to: recipient, alerts: wait.alerts });
  return {
    mail: {
      ...mail,
      ...(wait.notBefore === undefined ? {} : { notBefore: wait.notBefore }),
      carries: unknown.map((entry) => entry.mail.mailId),
    },
    told: noticeIds,
  };
}

function runMailId(notice: Notice, recipient: string): string {
  return `${notice.noticeId}/${recipient}`;
}

/** A mail to somebody who gets no mail about nights is told of to those who do. */
function isUntold({ mail, state }: OutboxMail, recipient: string, recipients: readonly string[]): boolean {
  const isOwn = emailKey(mail.to) === recipient;
  const isUnwatched = !recipients.includes(emailKey(mail.to));
  return (isOwn || isUnwatched) && state.kind === 'unknown' && state.carriedBy === undefined;
}
