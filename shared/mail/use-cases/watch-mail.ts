import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import { bouncesJob } from '../../kernel/runs/run-id.ts';
import type { Run, RunOutcome } from '../../kernel/runs/run.ts';
import { passed, type JobPorts, type RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { shortKey } from '../../notifications/short-key.ts';
import type { AddressStore } from '../ports.ts';
import { type MailEvent, decideTrouble } from '../recipient.ts';

export interface WatchMailPorts extends MailEventPorts, JobPorts {}

export interface MailEventsOrder extends RunOrder {
  /** One event per address, as the mail service reported them. */
  readonly events: readonly MailEvent[];
}

interface Recorded {
  /** Events after which others are notified instead of their address. */
  readonly noted: number;
  readonly recorded: number;
  /** Events to be delivered again for lack of time. */
  readonly left: number;
}

export interface MailWatched extends Recorded {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/**
 * Records the mail service's reports. Repeated, late or reordered events change nothing more. No lease: an address is
 * updated conditionally. No record: each event has its journal entry.
 */
export async function watchMail(ports: WatchMailPorts, order: MailEventsOrder): Promise<MailWatched> {
  const { run, outcome, end } = await runJob(ports, order, { name: bouncesJob }, async (work) => {
    const made = await endOf(async () =>
      applyPermitted(work, passed, async () => recordAll(work.ports, order.events, order.stopAtMs)),
    );
    return closeRun(work, made, (own) => outcomeOf(own.kind === 'applied' ? own.applied : nothingDone(order)));
  });
  return { run, outcome, ...(end?.kind === 'applied' ? end.applied : nothingDone(order)) };
}

function nothingDone({ events }: MailEventsOrder): Recorded {
  return { noted: 0, recorded: 0, left: events.length };
}

async function recordAll(
  ports: WatchMailPorts,
  events: MailEventsOrder['events'],
  stopAtMs: number,
): Promise<Recorded> {
  const done = { noted: 0, recorded: 0 };
  for (const event of events) {
    if (ports.clock.now() >= stopAtMs) {
      break;
    }
    done[await recordMailEvent(ports, event)] += 1;
  }
  return { ...done, left: events.length - done.noted - done.recorded };
}

/** A run that left events has failed, so that they are delivered again. */
function outcomeOf({ left }: Recorded): RunOutcome {
  return left === 0
    ? { status: 'complete', alerts: 0, isUnfinished: false, problems: [] }
    : { status: 'failed', alerts: 0, isUnfinished: true, problems: [`${left} mail events were left for lack of time`] };
}

export interface MailEventPorts {
  readonly journal: Journal;
  readonly recipients: AddressStore;
}

/** `noted`: others are now notified instead of this address. `recorded`: no other effect. */
type MailEventOutcome = 'noted' | 'recorded';

/** Retries of concurrent events about one address, which come a few at a time. */
const triesMax = 5;

/**
 * Records one mail event: once in the journal, and at the address when mail does not reach it. Repeated, late or
 * reordered events give the same result. Throws when concurrent writers keep changing the address; the event must then
 * be delivered again.
 */
export async function recordMailEvent(ports: MailEventPorts, event: MailEvent): Promise<MailEventOutcome> {
  await ports.journal.append([entryOf(event)]);
  return noteTrouble(ports.recipients, event);
}

/** Notes at an address that it is not reached; see `recordMailEvent`. */
export async function noteTrouble(
  recipients: Pick<AddressStore, 'find' | 'replace'>,
  event: MailEvent,
): Promise<MailEventOutcome> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const next = decideTrouble(await recipients.find(event.address), event);
    if (next === undefined) {
      return 'recorded';
    }
    if (await recipients.replace(next)) {
      return 'noted';
    }
  }
  throw new Error('what is known of an address changed under every try to note that its mail came back');
}

function entryOf({ eventId, at, what, address, detail, mailId, subject }: MailEvent): JournalEntry {
  return {
    id: `mail/${shortKey(eventId)}/${address}`,
    at,
    kind: 'mail-returned',
    actor: 'curfew',
    subject: address,
    detail: { what, detail, mail: mailId ?? null, mailSubject: subject ?? null },
  };
}
