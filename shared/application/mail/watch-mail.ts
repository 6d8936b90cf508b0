import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { type MailEvent, decideTrouble } from '../../domain/mail/recipient.ts';
import { shortKey } from '../../domain/notifications/short-key.ts';
import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import { passed, type Job, type JobPorts, type RunOrder } from '../runs/job.ts';
import type { Journal } from '../runs/ports.ts';
import { runJob } from '../runs/run-job.ts';
import type { RecipientStore } from './ports.ts';

export interface WatchMailPorts extends MailEventPorts, JobPorts {}

export interface MailEventsOrder extends RunOrder {
  /** What the mail service reported at once: one for each address. */
  readonly events: readonly MailEvent[];
}

interface Recorded {
  /** Events after which others are notified in place of their address. */
  readonly noted: number;
  /** Those that change nothing else. */
  readonly recorded: number;
  /** Those that are to be delivered again, as there was no time for them. */
  readonly left: number;
}

/** What became of the events. */
export interface MailWatched extends Recorded {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/** Records what the mail service reported. Doing it again, late or out of order changes nothing more. */
export async function watchMail(ports: WatchMailPorts, order: MailEventsOrder): Promise<MailWatched> {
  const { run, outcome, end } = await runJob(ports, order, mailRun(order));
  return { run, outcome, ...(end?.kind === 'applied' ? end.applied : nothingDone(order)) };
}

function nothingDone({ events }: MailEventsOrder): Recorded {
  return { noted: 0, recorded: 0, left: events.length };
}

type Events = MailEventsOrder['events'];

/** Without a lease: an address is noted conditionally. Without a record: each event has its entry in the journal. */
function mailRun(order: MailEventsOrder): Job<WatchMailPorts, Events, Events, undefined, Recorded> {
  return {
    name: 'bounces',
    collect: async () => order.events,
    plan: async (_work, events) => events,
    guard: async () => passed,
    apply: async ({ ports }, events) => recordAll(ports, events, order.stopAtMs),
    outcome: async (_work, end) => outcomeOf(end.kind === 'applied' ? end.applied : nothingDone(order)),
  };
}

async function recordAll(ports: WatchMailPorts, events: Events, stopAtMs: number): Promise<Recorded> {
  const done = { noted: 0, recorded: 0 };
  for (const event of events) {
    if (ports.clock.now() >= stopAtMs) {
      break;
    }
    done[await recordMailEvent(ports, event)] += 1;
  }
  return { ...done, left: events.length - done.noted - done.recorded };
}

/** A run that left something has failed, so that its event is delivered again. */
function outcomeOf({ left }: Recorded): RunOutcome {
  return left === 0
    ? { status: 'complete', alerts: 0, isUnfinished: false, problems: [] }
    : { status: 'failed', alerts: 0, isUnfinished: true, problems: [`${left} mail events were left for lack of time`] };
}

export interface MailEventPorts {
  readonly journal: Journal;
  readonly recipients: RecipientStore;
}

/** `noted`: from now on others are notified in place of this address. `recorded`: the event changes nothing else. */
type MailEventOutcome = 'noted' | 'recorded';

/** Events of one address come a few at a time at most. */
const triesMax = 5;

/**
 * Records one event about a mail: the journal has every one, once, and the address is noted where mail does not reach
 * it. An event that is delivered twice, late or out of order comes to the same. Raises an error when others kept
 * changing what is known of the address; the event is then to be delivered again.
 */
export async function recordMailEvent(ports: MailEventPorts, event: MailEvent): Promise<MailEventOutcome> {
  await ports.journal.append([entryOf(event)]);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const next = decideTrouble(await ports.recipients.find(event.address), event);
    if (next === undefined) {
      return 'recorded';
    }
    if (await ports.recipients.replace(next)) {
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
