import { changesTold } from '../domain/journal/cap-entry.ts';
import type { CapPlan } from '../domain/caps/cap-plan.ts';
import type { RowOutcome } from '../domain/caps/limit-record.ts';
import type { LedgerDay } from '../domain/ledger/ledger-day.ts';
import type { UsageTotals } from '../domain/ledger/usage-totals.ts';
import { describeNight } from '../domain/mail/describe-night.ts';
import type { Mail, OutboxMail } from '../domain/mail/mail.ts';
import { renderHtml } from '../domain/mail/render-html.ts';
import { renderText } from '../domain/mail/render-text.ts';
import { decideNotice, firstSummaryId } from '../domain/runs/notice.ts';
import type { RunOutcome } from '../domain/runs/run.ts';
import { deliverMails, settleStaleMails, type MailPorts } from './deliver-mails.ts';
import type { Journal } from './ports.ts';
import type { RunContext } from './run-context.ts';

/** What a night came to, for those who are told of it. */
export interface NightResult {
  readonly outcome: RunOutcome;
  readonly days: readonly LedgerDay[];
  readonly plan?: CapPlan;
  readonly usage?: UsageTotals;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
}

export interface ReportPorts extends MailPorts {
  readonly journal: Journal;
}

/** So many entries of one day are looked through for the changes to tell. */
const entriesMax = 500_000;

/** Writes the night's mail to each recipient, then sends all that is written. Gives how many mails the night has. */
export async function reportNight(
  ports: ReportPorts,
  run: RunContext,
  night: NightResult & { readonly recipients: readonly string[] },
): Promise<number> {
  await settleStaleMails(ports);
  const mails = await composeMails(ports, run, night);
  await ports.outbox.write(mails, new Date(ports.clock.now()).toISOString());
  await deliverMails(
    ports,
    mails.map((mail) => mail.mailId),
  );
  return mails.length;
}

async function composeMails(
  ports: ReportPorts,
  run: RunContext,
  night: NightResult & { readonly recipients: readonly string[] },
): Promise<readonly Mail[]> {
  const { recipients, days, ...told } = night;
  const suspectDays = days.filter((day) => day.status === 'suspect');
  const mails: Mail[] = [];
  const open = await ports.outbox.listOpen();
  const entries = await ports.journal.list({ from: run.today, through: run.today }, entriesMax);
  for (const recipient of recipients) {
    const summary = await ports.outbox.find(`${firstSummaryId(run)}/${recipient}`);
    const notice = decideNotice(run, night.outcome, { summarizedByRunId: summary?.mail.runId, suspectDays });
    if (notice === undefined) {
      continue;
    }
    const unknown = open.filter((entry) => isUntold(entry, recipient));
    // The first summary of a night also tells what was changed by runs that ended before they could tell.
    const isFirst = notice.noticeId === firstSummaryId(run);
    const content = describeNight({
      ...told,
      changes: changesTold(isFirst ? entries : entries.filter((entry) => entry.runId === run.runId)),
      notice,
      run,
      clearedDays: days.filter((day) => day.clearedByRunId === run.runId).map((day) => day.day),
      unknownMails: unknown.map(({ mail, writtenAt }) => ({ subject: mail.subject, writtenAt })),
    });
    mails.push({
      mailId: `${notice.noticeId}/${recipient}`,
      to: recipient,
      subject: content.subject,
      text: renderText(content),
      html: renderHtml(content),
      runId: run.runId,
      carries: unknown.map(({ mail }) => mail.mailId),
    });
  }
  return mails;
}

function isUntold({ mail, state }: OutboxMail, recipient: string): boolean {
  return mail.to === recipient && state.kind === 'unknown' && state.carriedBy === undefined;
}
