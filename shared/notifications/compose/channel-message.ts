import { type ChannelAlert, type ChannelMessage, messageLimits } from '../../channels/channel-message.ts';
import { formatLinked } from '../../controls/alerts/linked-subject.ts';
import type { ContentLink, MailContent } from '../../mail/content.ts';
import { addressOf, mailLink } from '../../mail/mail-link.ts';
import { kindOfEvent } from '../conditions/condition-state.ts';
import { compareNotifications, type ConditionNotification, type Notification } from '../notification.ts';
import { alertHandle } from '../short-key.ts';
import { isEvidenceTopic, kindTerms } from '../topics.ts';
import { describeNotification } from './describe-notification.ts';

/** A channel's text of its notifications, the worst first; links are signed when sent. `print` escapes outside text. */
export function channelMessage(
  notifications: readonly Notification[],
  {
    at,
    content,
    print,
  }: {
    readonly at: string;
    /** Of a message without alerts: a report, or the summary of a run. */
    readonly content: MailContent;
    readonly print: (text: string) => string;
  },
): { readonly message: ChannelMessage; readonly links: readonly ContentLink[] } {
  const conditions = notifications.filter((each) => each.kind === 'condition').toSorted(compareNotifications);
  const page = conditions.find((each) => each.console !== undefined)?.console;
  const isReport = conditions.length === 0;
  const links = isReport ? linksOf(content) : conditions.slice(0, 1).flatMap(acknowledgeLink);
  return {
    message: {
      at,
      alerts: conditions.slice(0, messageLimits.alertsMax).map((each) => alertOf(each, print)),
      alertsInAll: conditions.length,
      lead: isReport ? print(content.lead) : undefined,
      page,
      ...(links.length > 0 && { links: links.map((link) => ({ text: link.label, url: addressOf(link) })) }),
    },
    links,
  };
}

const linksMax = 4;

function linksOf({ sections }: MailContent): readonly ContentLink[] {
  return sections.flatMap((section) => (section.kind === 'links' ? section.links : [])).slice(0, linksMax);
}

/** For the alert that the message names, while it is open. Only those who decide on the controls explain evidence. */
function acknowledgeLink({ event, door }: ConditionNotification): readonly ContentLink[] {
  const isOpen =
    stateOf(event.kind) !== 'resolved' && !('observation' in event && isEvidenceTopic(event.observation.topic));
  const subject = formatLinked({ kind: 'alert', conditionId: event.conditionId });
  return door === undefined || !isOpen
    ? []
    : [{ ...mailLink({ purpose: 'acknowledge', subject, door }), label: 'Acknowledge' }];
}

function alertOf(notification: ConditionNotification, print: (text: string) => string): ChannelAlert {
  const { event, severity, at } = notification;
  const { headline, details } = describeNotification(notification);
  const kind = kindOfEvent(event);
  return {
    id: alertHandle(event.conditionId),
    kind,
    group: kindTerms(kind).group,
    state: stateOf(event.kind),
    severity,
    headline: print(headline),
    details: details.slice(0, messageLimits.detailsMax).map(print),
    at,
  };
}

function stateOf(kind: ConditionNotification['event']['kind']): ChannelAlert['state'] {
  switch (kind) {
    case 'use-crossed':
    case 'forecast-raised':
    case 'condition-raised':
    case 'person-stopped':
      return 'raised';
    case 'condition-changed':
      return 'changed';
    case 'use-resolved':
    case 'use-reset':
    case 'use-ended':
    case 'forecast-resolved':
    case 'condition-resolved':
    case 'person-freed':
      return 'resolved';
  }
}
