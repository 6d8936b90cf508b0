import type { OutgoingMessage } from '../channel-message.ts';

/** The most that one request holds, in bytes. */
export const webhookLimits = { bytes: 128 * 1_024 } as const;

export const webhookType = 'curfew.alerts.v1';
export const findingType = 'curfew.finding.v1';

/**
 * The body of a webhook, as `docs/channel-event.schema.json` describes it: type, timestamp and data, as Standard Webhooks
 * recommends. Fields are added and never change; another meaning gets another type. The same at every try.
 */
export function webhookPayload({ messageId, subject, text, note, message }: OutgoingMessage) {
  if (message.finding !== undefined) {
    const { at: timestamp, finding } = message;
    return { type: findingType, timestamp, data: { id: messageId, finding } };
  }
  return {
    type: webhookType,
    timestamp: message.at,
    data: {
      id: messageId,
      subject,
      text: [note, text].filter((each) => each !== undefined).join(' '),
      alerts: message.alerts,
      alertsInAll: message.alertsInAll,
      page: message.page ?? null,
      links: message.links ?? [],
    },
  };
}
