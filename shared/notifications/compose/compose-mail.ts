import { invariant } from '../../kernel/invariant.ts';
import { creditsOver, creditsText, creditsTitle } from '../../kernel/texts/credits.ts';
import type { Figure, MailContent, MailSection } from '../../mail/content.ts';
import { printable } from '../../mail/printable.ts';
import { notesSection } from '../../mail/table-parts.ts';
import type { StopFacts, UseEvent } from '../conditions/condition-event.ts';
import { compareNotifications, type ConditionNotification, type Notification } from '../notification.ts';
import { isAtLeast } from '../severity.ts';
import { factsOfStop, remediesOfStop, waysFor } from '../stops/describe-stop.ts';
import { describeNotification } from './describe-notification.ts';
import { budgetName } from './describe-use.ts';
import { linksOf, headlinesSection, sectionsOf } from './notification-sections.ts';
import { resetText } from './reset-text.ts';
import { useBars } from './use-bars.ts';

/** Conditions shown in full after the first; fewer reports, which are long; then headlines, then a number. */
const fullMax = 8;
const fullReportsMax = 2;
const headlinesMax = 50;

/** Combines one recipient's notifications in one mail, the worst first; at least one, in any order. */
export function composeMail(notifications: readonly Notification[], run: { readonly runId: string }): MailContent {
  const [first, ...others] = notifications.toSorted(compareNotifications).toSorted(goodNewsFirst);
  invariant(first !== undefined, 'a mail says something');
  invariant(
    others.every(({ recipient }) => recipient === first.recipient),
    'a mail is for one recipient',
  );
  const opening = first.kind === 'report' ? first.content : openingOf(first, others.length === 0);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const { full, brief } = partedByLength(others);
  return {
    // It contains external names, and a line end in a subject would prevent sending.
    subject: printable(`${opening.subject}${more}`),
    tone: opening.tone,
    lead: opening.lead,
    sections: [
      ...opening.sections,
      ...linksOf([first, ...others]),
      ...full.flatMap(sectionsOf),
      ...headlinesSection('Also', brief, headlinesMax),
    ],
    foot: footOf([first, ...full, ...brief], run),
  };
}

/** That the reader can work again comes before what still threatens them, unless they were stopped anew since. */
function goodNewsFirst(a: Notification, b: Notification): number {
  const [isFirst, isSecond] = [isFreed(a), isFreed(b)];
  return isFirst === isSecond || isLaterStop(isFirst ? b : a, isFirst ? a : b) ? 0 : isFirst ? -1 : 1;
}

function isFreed(each: Notification): boolean {
  return each.kind === 'condition' && each.role === 'user' && each.event.kind === 'person-freed';
}

function isLaterStop(each: Notification, freed: Notification): boolean {
  return each.kind === 'condition' && each.event.kind === 'person-stopped' && each.at >= freed.at;
}

/** A mail about one matter alone has its picture. */
function openingOf(notification: ConditionNotification, isAlone: boolean): Omit<MailContent, 'foot'> {
  const { headline, details } = describeNotification(notification);
  return {
    subject: `Curfew: ${headline}`,
    tone: toneOf(notification),
    lead: headline,
    sections: [
      ...figuresOf(notification),
      ...(isAlone ? useBars(notification.event) : []),
      ...aboutSections(notification, details),
    ],
  };
}

function aboutSections(notification: ConditionNotification, details: readonly string[]): readonly MailSection[] {
  const { event } = notification;
  if (!('stop' in event)) {
    return notesSection('About this', details);
  }
  const facts = factsOfStop(event, notification);
  return [
    ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
    ...notesSection('What you can do', remediesOfStop(event, notification)),
    ...(event.kind === 'person-freed' || notification.role === 'user' ? [] : commandSections(event.stop)),
  ];
}

function commandSections(stop: StopFacts): readonly MailSection[] {
  return waysFor(stop).map(({ meaning, command }) => ({
    kind: 'patch',
    heading: meaning,
    lines: [{ sign: '', text: command }],
  }));
}

function partedByLength(notifications: readonly Notification[]) {
  const reports = notifications.filter(({ kind }) => kind === 'report').slice(0, fullReportsMax);
  const full = notifications.filter((each) => each.kind !== 'report' || reports.includes(each)).slice(0, fullMax);
  return { full, brief: notifications.filter((each) => !full.includes(each)) };
}

function toneOf({ severity }: ConditionNotification): MailContent['tone'] {
  if (isAtLeast(severity, 'high')) {
    return 'bad';
  }
  return severity === 'info' ? 'good' : 'warning';
}

function figuresOf(notification: ConditionNotification): readonly MailSection[] {
  const { event } = notification;
  return 'facts' in event ? [{ kind: 'figures', figures: figuresOfUse(event, notification) }] : [];
}

function figuresOfUse({ facts, hasEnded }: UseEvent, { role, timeZone }: ConditionNotification): readonly Figure[] {
  const { usedCredits, amountCredits, seen, window } = facts;
  const about = seen === undefined ? '' : 'about ';
  const left =
    amountCredits === undefined ? 'unlimited' : about + creditsText(Math.max(0, amountCredits - usedCredits));
  const ofShare = facts.basis === 'share' ? seen?.ending : undefined;
  return [
    ...(ofShare === undefined
      ? [
          { label: creditsTitle('Used'), value: about + creditsOver(usedCredits, window) },
          { label: creditsTitle('Left'), value: hasEnded ? 'reset' : left },
        ]
      : [
          { label: creditsTitle('Your limit'), value: creditsText(ofShare.limitCredits) },
          { label: creditsTitle('Left of it'), value: about + creditsText(ofShare.leftCredits) },
        ]),
    { label: 'Resets', value: resetText(facts, timeZone) },
    { label: 'Budget', value: budgetName(facts, role === 'user') },
  ];
}

function footOf(notifications: readonly Notification[], run: { readonly runId: string }): readonly string[] {
  const reports = notifications.flatMap((each) => (each.kind === 'report' ? each.content.foot : []));
  const roles = new Set(notifications.flatMap((each) => (each.kind === 'condition' ? [each.role] : [])));
  const conditions = [
    `Run ${run.runId}. Credits are Standard Credits (billable tokens); days and hours are UTC.`,
    whyText(roles),
  ];
  return [...new Set([...reports, ...(roles.size === 0 ? [] : conditions)])];
}

function whyText(roles: ReadonlySet<ConditionNotification['role']>): string {
  const why = [
    ...(roles.has('user') ? ['it is about your own credits'] : []),
    ...(roles.has('owner') ? ['you are an owner of a budget, or stand in for one'] : []),
    ...(roles.has('admin') ? ['you are an admin of this installation, or an owner of what it is about'] : []),
  ];
  return `You get this mail because ${why.join('; ')}.`;
}
