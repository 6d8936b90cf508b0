import { invariant } from '../invariant.ts';
import type { Figure, MailContent, MailSection } from '../mail/content.ts';
import { printable } from '../mail/printable.ts';
import { grouped } from '../texts/grouped.ts';
import type { UseEvent } from './alert-event.ts';
import type { AlertNotice } from './alert-notice.ts';
import { describeNotice } from './describe-notice.ts';
import { budgetName, resetText } from './describe-use.ts';
import { compareSeverity, isAtLeast } from './severity.ts';

/** Told in full; what is more is told by its headline, and past that by its number. */
const fullMax = 8;
const headlinesMax = 50;

/**
 * Puts all that one recipient is told by one run into one mail, what matters most first. The notices are of one
 * recipient and not empty; their order changes nothing.
 */
export function composeAlertMail(notices: readonly AlertNotice[], run: { readonly runId: string }): MailContent {
  const sorted = notices.toSorted(
    (a, b) => compareSeverity(a.severity, b.severity) || (a.noticeId < b.noticeId ? -1 : 1),
  );
  const [first, ...others] = sorted;
  invariant(first !== undefined, 'a mail tells of something');
  invariant(
    sorted.every(({ recipient }) => recipient === first.recipient),
    'a mail is for one recipient',
  );
  const { headline, details } = describeNotice(first);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    // Names from outside stand in it, and a line end in a subject would keep the mail from going out.
    subject: printable(`Curfew: ${headline}${more}`),
    tone: toneOf(first),
    lead: headline,
    sections: [
      ...figuresOf(first),
      ...notesSection('About this', details),
      ...others.slice(0, fullMax).flatMap((notice) => sectionOf(notice)),
      ...headlinesSection(others.slice(fullMax)),
    ],
    foot: [
      `Run ${run.runId}. Credits are Standard Credits (billable tokens); days and hours are UTC.`,
      whyText(new Set(sorted.map(({ role }) => role))),
    ],
  };
}

function toneOf({ severity }: AlertNotice): MailContent['tone'] {
  if (isAtLeast(severity, 'high')) {
    return 'bad';
  }
  return severity === 'info' ? 'good' : 'warning';
}

function figuresOf({ event, role }: AlertNotice): readonly MailSection[] {
  return 'facts' in event ? [{ kind: 'figures', figures: figuresOfUse(event, role === 'user') }] : [];
}

function figuresOfUse({ facts, hasEnded }: UseEvent, isUser: boolean): readonly Figure[] {
  const { usedCredits, amountCredits } = facts;
  const left = amountCredits === undefined ? 'unlimited' : grouped(Math.max(0, amountCredits - usedCredits));
  return [
    { label: 'Used (credits)', value: grouped(usedCredits) },
    { label: 'Left (credits)', value: hasEnded ? 'begins anew' : left },
    { label: 'Resets', value: resetText(facts) },
    { label: 'Budget', value: budgetName(facts, isUser) },
  ];
}

function sectionOf(notice: AlertNotice): readonly MailSection[] {
  const { headline, details } = describeNotice(notice);
  return notesSection(headline, details.length > 0 ? details : ['Nothing needs to be done.']);
}

function headlinesSection(notices: readonly AlertNotice[]): readonly MailSection[] {
  const told = notices.slice(0, headlinesMax).map((notice) => describeNotice(notice).headline);
  const untold = notices.length - told.length;
  return notesSection('Also', untold > 0 ? [...told, `and ${grouped(untold)} more; curfew journal lists all`] : told);
}

function notesSection(heading: string, notes: readonly string[]): readonly MailSection[] {
  return notes.length === 0 ? [] : [{ kind: 'notes', heading, notes }];
}

function whyText(roles: ReadonlySet<AlertNotice['role']>): string {
  const why = [
    ...(roles.has('user') ? ['it is about your own credits'] : []),
    ...(roles.has('owner') ? ['you are an owner of a budget, or stand in for one'] : []),
    ...(roles.has('admin') ? ['you are an admin of this installation, or an owner of what it is about'] : []),
  ];
  return `You get this mail because ${why.join('; ')}.`;
}
