import type { OutgoingMessage } from '../channel-message.ts';
import { webhookPayload } from './webhook.ts';

/**
 * The most of an entry of PutEvents, in bytes: detail, detail type, source and time
 * (docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html; a megabyte in Regions that have it already).
 */
export const busLimits = { bytes: 256 * 1_024 } as const;

/** An entry of PutEvents. */
export interface BusEvent {
  /** The ARN of the bus. */
  readonly bus: string;
  readonly source: 'curfew';
  readonly detailType: string;
  /** ISO instant. */
  readonly time: string;
  /** JSON: the body of a webhook. */
  readonly detail: string;
}

/** The event of a message: its detail is the body of a webhook, under the same id, its detail type the body's type. */
export function busEvent(outgoing: OutgoingMessage, bus: string): BusEvent {
  const payload = webhookPayload(outgoing);
  return {
    bus,
    source: 'curfew',
    detailType: payload.type,
    time: payload.timestamp,
    detail: JSON.stringify(payload),
  };
}
