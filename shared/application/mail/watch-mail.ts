import type { MailEvent } from '../../domain/mail/mail-event.ts';
import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import { passed, type Job, type JobPorts, type RunOrder } from '../runs/job.ts';
import { runJob } from '../runs/run-job.ts';
import { recordMailEvent, type MailEventPorts } from './record-mail-event.ts';

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
