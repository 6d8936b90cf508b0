import { EventBridgeClient, EventBridgeServiceException, PutEventsCommand } from '@aws-sdk/client-eventbridge';

import { eventBusIn } from '../event-bus.ts';
import type { BusEvent } from '../payloads/bus-event.ts';
import { type PostResult, unreachedCodes } from './post.ts';

/** Hands one event to its bus. Never throws. */
export type PutEvent = (event: BusEvent) => Promise<PostResult>;

interface BusTerms {
  /** Default: AWS, or the environment's. */
  readonly endpoint?: string;
  readonly timeMs?: number;
}

/** Codes of an entry that failed for now (docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html). */
const temporaryCodes: ReadonlySet<string> = new Set(['ThrottlingException', 'InternalFailure', 'InternalException']);

/** Refusals that another time may take back: a clock that is off, credentials that ended. */
const temporaryNames: ReadonlySet<string> = new Set(['ThrottlingException', 'ExpiredTokenException', 'RequestExpired']);

/** Nothing was sent: it could not be signed. */
const unsignedNames: ReadonlySet<string> = new Set(['CredentialsProviderError', 'TokenProviderError']);

/** Puts events with the credentials of the process, each once: the outbox tries again. */
export function putEvent({ endpoint, timeMs = 10_000 }: BusTerms = {}): PutEvent {
  return async ({ bus, source, detailType, time, detail }) => {
    const client = new EventBridgeClient({
      region: eventBusIn(bus)?.region,
      endpoint,
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: timeMs, throwOnRequestTimeout: true },
    });
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

function answered(status: number): PostResult {
  return { kind: 'answered', status, body: '' };
}

function resultOfError(error: unknown): PostResult {
  if (error instanceof EventBridgeServiceException && error.$metadata.httpStatusCode !== undefined) {
    return answered(temporaryNames.has(error.name) ? 429 : error.$metadata.httpStatusCode);
  }
  const { name, code } = wordsOf(error);
  if (unsignedNames.has(name)) {
    return { kind: 'not-reached', code: 'no AWS credentials' };
  }
  return unreachedCodes.has(code) ? { kind: 'not-reached', code } : { kind: 'unknown', code };
}

/** Names and codes are single words; anything else is outside text. */
function wordsOf(error: unknown): { readonly name: string; readonly code: string } {
  const words = error instanceof Error ? [Reflect.get(error, 'code') as unknown, error.name] : [];
  const code = words.find((each) => typeof each === 'string' && /^\w{1,60}$/u.test(each));
  return { name: error instanceof Error ? error.name : '', code: typeof code === 'string' ? code : 'EUNKNOWN' };
}
