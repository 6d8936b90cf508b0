import { scopeName } from '../../budgets/budget-title.ts';
import { channelIn } from '../../channels/channel.ts';
import { formatLinked } from '../../controls/alerts/linked-subject.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import type { ContentLink, MailSection } from '../../mail/content.ts';
import { mailLink } from '../../mail/mail-link.ts';
import { printable } from '../../mail/printable.ts';
import { notesSection } from '../../mail/table-parts.ts';
import type { ConditionEvent } from '../conditions/condition-event.ts';
import { kindOfEvent } from '../conditions/condition-state.ts';
import { pageOf } from '../event-page.ts';
import { compareNotifications, isToBeExplained, type Notification } from '../notification.ts';
import { isAtLeast } from '../severity.ts';
import { kindTerms } from '../topics.ts';
import { describeNotification } from './describe-notification.ts';

/** Shown in full; of the others, headlines shown per group, the rest as a number. */
const fullMax = 5;
const headlinesMax = 6;
const explainedMax = 2;
const pagesMax = 3;

/** Returns notifications for a mail about something else: serious ones in full, the rest by headlines. */
export function notificationSections(notifications: readonly Notification[]): readonly MailSection[] {
  const sorted = notifications.toSorted(compareNotifications);
  const grave = sorted.filter(({ severity }) => isAtLeast(severity, 'high')).slice(0, fullMax);
  const groups = Map.groupBy(
    sorted.filter((notification) => !grave.includes(notification)),
    headingOf,
  );
  return [
    ...grave.flatMap(sectionsOf),
    ...linksOf(sorted),
    ...[...groups].flatMap(([heading, group]) =>
      headlinesSection(`${heading} (${grouped(group.length)})`, group, headlinesMax),
    ),
  ];
}

export function sectionsOf(notification: Notification): readonly MailSection[] {
  const { headline, details } = describeNotification(notification);
  return notification.kind === 'report'
    ? [{ kind: 'notes', heading: headline, notes: [notification.content.lead] }, ...notification.content.sections]
    : notesSection(headline, details.length > 0 ? details : ['Nothing needs to be done.']);
}

/** The first notifications by their headlines, the rest as a number. */
export function headlinesSection(
  heading: string,
  notifications: readonly Notification[],
  countMax: number,
): readonly MailSection[] {
  const shown = notifications.slice(0, countMax).map((each) => describeNotification(each).headline);
  const left = notifications.length - shown.length;
  return notesSection(heading, left > 0 ? [...shown, `and ${grouped(left)} more: npx curfew journal`] : shown);
}

function headingOf(notification: Notification): string {
  if (notification.kind === 'report') {
    return 'Reports';
  }
  const { event, severity } = notification;
  // What ended, and what goes on, do not stand under one heading.
  return severity === 'info' ? 'Resolved' : kindTerms(kindOfEvent(event)).title;
}

/** Returns links to ask for more, connect the hook, or explain evidence, for the first that allow them. */
export function linksOf(notifications: readonly Notification[]): readonly MailSection[] {
  const found = notifications.flatMap((each) =>
    each.kind === 'condition' && each.door !== undefined && channelIn(each.recipient) === undefined
      ? [{ door: each.door, event: each.event }]
      : [],
  );
  const explained = found.filter(({ event }) => isToBeExplained(event)).slice(0, explainedMax);
  const asked = found.find(({ event }) => !isToBeExplained(event));
  return [
    ...(asked === undefined ? [] : [askLinks({ door: asked.door, subject: asked.event.conditionId })]),
    ...(explained.length === 0 ? [] : [explainLinks(explained)]),
    ...pageLinks(notifications),
  ];
}

/** To the pages that the reader has in the console: each once. */
function pageLinks(notifications: readonly Notification[]): readonly MailSection[] {
  const links = notifications.flatMap((each) => {
    const page = each.kind === 'condition' ? pageOf(each.event) : undefined;
    if (each.kind !== 'condition' || each.console === undefined || page === undefined) {
      return [];
    }
    const door = each.console;
    const example = 'observation' in each.event ? each.event.observation.example : undefined;
    return [
      ...(example === undefined ? [] : [giveLink(example, door)]),
      { ...mailLink({ purpose: 'console', subject: page.path, door }), label: `Open ${pageName(page)}` },
    ];
  });
  const pages = [...new Map(links.map((link) => [link.id, link])).values()].slice(0, pagesMax);
  return pages.length === 0 ? [] : [{ kind: 'links', heading: 'See it in the console', links: pages }];
}

function giveLink(email: string, door: string): ContentLink {
  const subject = `/people/${encodeURIComponent(email)}?do=give`;
  return { ...mailLink({ purpose: 'console', subject, door }), label: `Give ${printable(email)} credits` };
}

function pageName(page: NonNullable<ReturnType<typeof pageOf>>): string {
  if ('email' in page) {
    return `the page of ${printable(page.email)}`;
  }
  const { scope } = page;
  switch (scope.kind) {
    case 'default':
      return 'the default budget';
    case 'members':
      return `the default budget of the members of team ${printable(scope.name)}`;
    case 'org':
    case 'team':
    case 'user':
    case 'model':
      return `the budget of ${printable(scopeName(scope))}`;
  }
}

function explainLinks(found: readonly { readonly door: string; readonly event: ConditionEvent }[]): MailSection {
  const links = found.map(({ door, event: { conditionId } }) => {
    const subject = formatLinked({ kind: 'alert', conditionId });
    return { ...mailLink({ purpose: 'acknowledge', subject, door }), label: 'Explain it' };
  });
  return { kind: 'links', heading: 'Was it expected?', links };
}

function askLinks(found: { readonly door: string; readonly subject: string }): MailSection {
  return {
    kind: 'links',
    heading: 'Ask for more',
    links: [
      { ...mailLink({ purpose: 'ask', ...found }), label: 'Ask for more credits' },
      { ...mailLink({ purpose: 'hook', subject: 'hook', door: found.door }), label: 'See what is left while you work' },
    ],
  };
}
