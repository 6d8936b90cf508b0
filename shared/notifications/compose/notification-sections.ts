import { formatLinked } from '../../controls/alerts/linked-subject.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import type { MailSection } from '../../mail/content.ts';
import { mailLink } from '../../mail/mail-link.ts';
import { notesSection } from '../../mail/table-parts.ts';
import type { ConditionEvent } from '../conditions/condition-event.ts';
import { isToBeExplained, type Notification } from '../notification.ts';
import { compareSeverity, isAtLeast } from '../severity.ts';
import type { Topic } from '../topics.ts';
import { describeNotification } from './describe-notification.ts';

/** Shown in full; of the others, headlines shown per group, the rest as a number. */
const fullMax = 5;
const headlinesMax = 6;
const explainedMax = 2;

const groupHeadings = [
  'People stopped',
  'Budgets used up',
  'Close to the end of a budget',
  'Unusual use',
  'Other alerts',
] as const;
type GroupHeading = (typeof groupHeadings)[number];

const topicHeadings: Readonly<Partial<Record<Topic, GroupHeading>>> = {
  anomaly: 'Unusual use',
  stopped: 'People stopped',
};

/** Returns notifications for a mail about something else: serious ones in full, the rest by headlines. */
export function notificationSections(notifications: readonly Notification[]): readonly MailSection[] {
  const sorted = worstFirst(notifications);
  const grave = sorted.filter(({ severity }) => isAtLeast(severity, 'high')).slice(0, fullMax);
  const groups = Map.groupBy(
    sorted.filter((notification) => !grave.includes(notification)),
    groupOf,
  );
  return [
    ...grave.flatMap(sectionsOf),
    ...linksOf(sorted),
    ...groupHeadings.flatMap((heading) => {
      const group = groups.get(heading) ?? [];
      return headlinesSection(`${heading} (${grouped(group.length)})`, group, headlinesMax);
    }),
  ];
}

export function sectionsOf(notification: Notification): readonly MailSection[] {
  const { headline, details } = describeNotification(notification);
  return notification.kind === 'report'
    ? [{ kind: 'notes', heading: headline, notes: [notification.content.lead] }, ...notification.content.sections]
    : notesSection(headline, details.length > 0 ? details : ['Nothing needs to be done.']);
}

export function worstFirst(notifications: readonly Notification[]): readonly Notification[] {
  return notifications.toSorted(
    (a, b) => compareSeverity(a.severity, b.severity) || (a.notificationId < b.notificationId ? -1 : 1),
  );
}

/** The first notifications by their headlines, the rest as a number. */
export function headlinesSection(
  heading: string,
  notifications: readonly Notification[],
  countMax: number,
): readonly MailSection[] {
  const shown = notifications.slice(0, countMax).map((each) => describeNotification(each).headline);
  const left = notifications.length - shown.length;
  return notesSection(heading, left > 0 ? [...shown, `and ${grouped(left)} more; curfew journal lists all`] : shown);
}

function groupOf(notification: Notification): GroupHeading {
  if (notification.kind === 'report') {
    return 'Other alerts';
  }
  const { event } = notification;
  switch (event.kind) {
    case 'use-crossed':
      return Math.max(0, ...event.ownerLines, ...event.userLines) >= 100
        ? 'Budgets used up'
        : 'Close to the end of a budget';
    case 'forecast-raised':
      return 'Close to the end of a budget';
    case 'condition-raised':
    case 'condition-changed':
      return topicHeadings[event.observation.topic] ?? 'Other alerts';
    case 'person-stopped':
    case 'person-freed':
      return 'People stopped';
    case 'use-resolved':
    case 'use-reset':
    case 'forecast-resolved':
    case 'condition-resolved':
      return 'Other alerts';
  }
}

/** Returns links to ask for more, connect the hook, or explain evidence, for the first that allow them. */
export function linksOf(notifications: readonly Notification[]): readonly MailSection[] {
  const found = notifications.flatMap((each) =>
    each.kind === 'condition' && each.door !== undefined ? [{ door: each.door, event: each.event }] : [],
  );
  const explained = found.filter(({ event }) => isToBeExplained(event)).slice(0, explainedMax);
  const asked = found.find(({ event }) => !isToBeExplained(event));
  return [
    ...(asked === undefined ? [] : [askLinks({ door: asked.door, subject: asked.event.conditionId })]),
    ...(explained.length === 0 ? [] : [explainLinks(explained)]),
  ];
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
