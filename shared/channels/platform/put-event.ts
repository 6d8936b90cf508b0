import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';

import { eventBusIn } from '../event-bus.ts';
import type { BusEvent } from '../payloads/bus-event.ts';
import { answered, type AwsTerms, awsClientTerms, resultOfError } from './aws-result.ts';
import type { PostResult } from './post.ts';

/** Hands one event to its bus. Never throws. */
export type PutEvent = (event: BusEvent) => Promise<PostResult>;

/** Codes of an entry that failed for now (docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html). */
const temporaryCodes: ReadonlySet<string> = new Set(['ThrottlingException', 'InternalFailure', 'InternalException']);

/** Puts events with the credentials of the process, each once: the outbox tries again. */
export function putEvent(terms: AwsTerms = {}): PutEvent {
  return async ({ bus, source, detailType, time, detail }) => {
    const client = new EventBridgeClient(awsClientTerms(eventBusIn(bus)?.region, terms));
    const entry = {
      EventBusName: bus,
      Source: source,
      DetailType: detailType,
      Time: new Date(time),
      Detail: detail,
    };
    try {
      const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }));
      const [{ ErrorCode: code } = {}] = Entries;
      return code === undefined ? answered(200) : answered(temporaryCodes.has(code) ? 429 : 400);
    } catch (error) {
      return resultOfError(error);
    } finally {
      client.destroy();
    }
  };
}
