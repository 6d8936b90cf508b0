import type { ControlsReport } from '../../domain/controls/controls-report.ts';
import type { ControlsAudience } from '../../domain/controls/mail/audience.ts';
import type { MailContent } from '../../domain/mail/content.ts';
import { carriesMax, type Mail, type OutboxMail } from '../../domain/mail/mail.ts';
import { renderHtml } from '../../domain/mail/render-html.ts';
import { renderText } from '../../domain/mail/render-text.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { WatchWork } from './watch-controls.ts';

const mailPrefix = 'controls/';

/**
 * Writes one mail a recipient, and gives how many. The same report has the same mails: those that are written stay as
 * they are.
 */
export async function writeControlsMails(
  { ports, rules, settings }: WatchWork,
  report: ControlsReport,
): Promise<number> {
  const content = rules.describe(report, audienceOf(settings));
  const open = await ports.outbox.listOpen();
  const mails = recipientsOf(settings).map((to) => mailOf(report, to, { content, unknown: unknownOf(open, to) }));
  await ports.outbox.write(mails, new Date(ports.clock.now()).toISOString());
  return mails.length;
}

function recipientsOf({ admins, controls }: WatchWork['settings']): readonly string[] {
  const told = controls.securityContacts.length === 0 ? admins : controls.securityContacts;
  return [...new Set(told.map(emailKey))];
}

function audienceOf(settings: WatchWork['settings']): ControlsAudience {
  const { securityContacts, workingHours, runbook } = settings.controls;
  return {
    role: securityContacts.length === 0 ? 'admin' : 'security-contact',
    contacts: recipientsOf(settings),
    ...(workingHours === undefined ? {} : { timeZone: workingHours.timeZone }),
    ...(runbook === undefined ? {} : { runbook }),
  };
}

interface ToTell {
  readonly content: MailContent;
  readonly unknown: readonly OutboxMail[];
}

function mailOf({ reportId, runId }: ControlsReport, to: string, { content, unknown }: ToTell): Mail {
  const whole = unknown.length === 0 ? content : { ...content, sections: [...content.sections, lost(unknown)] };
  return {
    mailId: `${mailPrefix}${reportId}/${to}`,
    to,
    subject: whole.subject,
    text: renderText(whole),
    html: renderHtml(whole),
    runId,
    carries: unknown.map(({ mail }) => mail.mailId),
  };
}

/** Mails about the controls of which nobody knows whether they arrived. */
function unknownOf(open: readonly OutboxMail[], to: string): readonly OutboxMail[] {
  const unknown = open.filter(
    ({ mail, state }) => state.kind === 'unknown' && emailKey(mail.to) === to && mail.mailId.startsWith(mailPrefix),
  );
  return unknown.slice(0, carriesMax);
}

function lost(unknown: readonly OutboxMail[]): MailContent['sections'][number] {
  const notes = unknown.map(({ mail, writtenAt }) => `“${mail.subject}”, written at ${writtenAt}`);
  return { kind: 'notes', heading: 'Earlier mails that may not have reached you', notes };
}
