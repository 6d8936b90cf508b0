import { compareText } from '../../kernel/texts/compare-text.ts';
import type { Severity } from '../../notifications/severity.ts';
import { cutText, messageLines, type OutgoingMessage } from '../channel-message.ts';

/**
 * Limits of the Events API v2: 1,024 characters of summary, 255 of `dedup_key`, 512 KB an event
 * (developer.pagerduty.com/docs/events-api-v2/trigger-events).
 */
export const pagerdutyLimits = { summary: 1_024, dedupKey: 255, bytes: 512 * 1_024 } as const;

export const pagerdutyAddress = 'https://events.pagerduty.com/v2/enqueue';

const severities: Readonly<Record<Severity, 'critical' | 'error' | 'warning' | 'info'>> = {
  critical: 'critical',
  high: 'error',
  medium: 'warning',
  low: 'info',
  info: 'info',
};

/**
 * An event of an incident, whose key is the alert's id: repeated, it changes nothing. The last state of the alert counts;
 * an acknowledged one acknowledges the incident, a resolved one resolves it.
 */
export function pagerdutyPayload(outgoing: OutgoingMessage, routingKey: string) {
  const { messageId, message } = outgoing;
  const last = message.alerts.toSorted((a, b) => compareText(a.at, b.at)).at(-1);
  const { title, detail, foot, buttons } = messageLines(outgoing);
  const named = { routing_key: routingKey, dedup_key: last === undefined ? messageId : `curfew-${last.id}` };
  if (last?.state === 'resolved' || outgoing.isOver === true) {
    return { ...named, event_action: 'resolve' };
  }
  if (last?.state === 'acknowledged') {
    return { ...named, event_action: 'acknowledge' };
  }
  return {
    ...named,
    event_action: 'trigger',
    client: 'Curfew',
    ...(buttons.length > 0 && {
      client_url: buttons.at(-1)?.url,
      links: buttons.map(({ text, url }) => ({ href: url, text })),
    }),
    payload: {
      summary: cutText(last?.headline ?? title, pagerdutyLimits.summary),
      source: 'Curfew',
      severity: severities[last?.severity ?? 'info'],
      ...(last && { timestamp: last.at, class: last.kind, group: last.group }),
      custom_details: { details: last?.details ?? [detail], about: foot },
    },
  };
}
