import { heldOutcome } from '../../kernel/runs/outcome.ts';
import type { LeaseNeeds, LeaseStore, Steps } from '../../kernel/runs/ports.ts';
import { mailsJob } from '../../kernel/runs/run-id.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { passed } from '../../kernel/runs/use-cases/job.ts';
import { LeaseLostError } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { channelOfMail } from '../mail-id.ts';
import { findMails, type FoundMails } from './find-mails.ts';
import { sendMail, type MailStep, type SendPorts } from './send-mail.ts';

export interface MailerPorts extends SendPorts {
  readonly leases: LeaseStore;
}

export interface MailsOrder {
  /** Ids of mails just written: the list of open mails is eventually consistent. */
  readonly written: readonly string[];
  /** Wall-clock Unix milliseconds after which nothing more is started. */
  readonly stopAtMs: number;
  /** Quiet hours are evaluated this many ms ahead of the clock; default 0. */
  readonly aheadMs?: number;
}

/** The result of all mails. `held`: another run holds the lease and sends these too. */
export type MailsSent =
  | { readonly kind: 'held' }
  | {
      readonly kind: 'done';
      readonly taken: number;
      readonly refused: number;
      /** Unknown outcome; the next mail says so. */
      readonly unknown: number;
      /** Refused by a channel for good, and given to others; absent for none. */
      readonly passedOn?: number;
      /** Temporarily refused; these are among `left`. */
      readonly turnedAway: number;
      /** Those of them refused for more than an hour. */
      readonly overdue: number;
      readonly left: number;
      /** When to retry those, in Unix milliseconds; absent when nothing is left. */
      readonly comeBackAtMs?: number;
      readonly problems: readonly string[];
    };

/** Another run seldom needs more than seconds; a longer one looks again before it ends. */
const patience = { patienceMs: 30_000, waitMs: 2_000 };

/** More than twice the longest time for one mail. */
const leaseMs = 2 * 60_000;

/** Mails per run, and one more run follows. Each is a step, and a run has 3,000 at most. */
const mailsMax = 1_000;

/** After this many refusals in a row the mail service is left alone. */
const turnedAwayMax = 3;
const paceMsMin = 1_000;
const paceMsMax = 10_000;

const problemsMax = 20;

/** For so long messages to a channel are begun in one step. */
const channelStepMs = 20_000;

/**
 * Sends due mails: one per step, each claimed first and handed over at most once. It can be interrupted anywhere and
 * run again; what follows depends on step results alone. Throws operating errors of a store only.
 */
export async function sendMails(ports: MailerPorts, steps: Steps, order: MailsOrder): Promise<MailsSent> {
  const work = { ports, steps, order };
  const progress = newProgress();
  const found = await look(work, progress);
  if (!hasDue(found)) {
    return sentOf(progress, found);
  }
  // Mailer runs have no record, so no id distinguishes them.
  const run = { runId: mailsJob, atMs: ports.clock.now(), stopAtMs: order.stopAtMs };
  const { end } = await runJob({ ...ports, steps }, run, frameOf(ports), async (running) => {
    const leased = running.ports.steps;
    const made = await endOf(async () =>
      applyPermitted(running, passed, async () => ({ left: await sendAll({ ...work, leased }, progress, found) })),
    );
    return closeRun(running, made, (own) =>
      mailsOutcome(sentOf(progress, own.kind === 'applied' ? own.applied.left : found)),
    );
  });
  return end?.kind === 'applied' ? sentOf(progress, end.applied.left) : { kind: 'held' };
}

/** How a run ended. It fails when a mail is refused, or turned away for long, since nothing else reports that. */
export function mailsOutcome(sent: MailsSent): RunOutcome {
  if (sent.kind === 'held') {
    return heldOutcome({ guard: 'another-run', detail: 'another run is sending mails, and sends these too' });
  }
  const { refused, unknown, passedOn = 0, turnedAway, overdue, left, problems } = sent;
  const isPartial = unknown + turnedAway + passedOn > 0;
  const status = refused + overdue > 0 ? 'failed' : isPartial ? 'partial' : 'complete';
  return { status, alerts: 0, isUnfinished: left > 0, problems };
}

function frameOf({ leases, ids }: MailerPorts) {
  const lease = { leases, ids, name: mailsJob, durationMs: leaseMs, doing: 'sending mails', needs, patience };
  return { name: mailsJob, lease };
}

/** A mail is claimed before it is sent, so the steps need the lease and the outbox does not. */
const needs: LeaseNeeds<MailerPorts & { readonly steps: Steps }> = {
  clock: 'free',
  ids: 'free',
  steps: 'free',
  leases: 'free',
  outbox: 'free',
  sender: 'free',
  recipients: 'free',
};

interface Work {
  readonly ports: MailerPorts;
  readonly steps: Steps;
  readonly order: MailsOrder;
}

interface Progress {
  looks: number;
  readonly tried: Set<string>;
  /** Channels that did not take a message in this run. */
  readonly resting: Set<string>;
  readonly ends: MailStep[];
  paceMs: number;
  turnedAwayInARow: number;
  isStopped: boolean;
}

function newProgress(): Progress {
  return { looks: 0, tried: new Set(), resting: new Set(), ends: [], paceMs: 0, turnedAwayInARow: 0, isStopped: false };
}

async function look({ ports, steps, order }: Work, progress: Progress): Promise<FoundMails> {
  progress.looks += 1;
  const { written, aheadMs = 0 } = order;
  const search = { written, without: progress.tried, withoutChannels: progress.resting, aheadMs };
  return steps.run(`look-${progress.looks}`, async () => findMails(ports, search));
}

interface Sending extends Work {
  /** Steps that start only while the lease is held. */
  readonly leased: Steps;
}

async function sendAll(work: Sending, progress: Progress, first: FoundMails): Promise<FoundMails> {
  let found = first;
  while (hasDue(found) && !progress.isStopped) {
    const { due, toChannels = [] } = found;
    // Side by side: a slow channel delays no mail, and no other channel.
    const ended = await Promise.allSettled([
      sendToPeople(work, progress, due),
      sendToChannels(work, progress, toChannels),
    ]);
    for (const end of ended) {
      if (end.status === 'rejected') {
        throw end.reason;
      }
    }
    found = await look(work, progress);
  }
  return found;
}

function hasDue({ due, toChannels = [] }: FoundMails): boolean {
  return due.length + toChannels.length > 0;
}

async function sendToPeople(work: Sending, progress: Progress, due: readonly string[]): Promise<void> {
  for (const mailId of due) {
    await sendNext(work, progress, mailId);
    if (progress.isStopped) {
      break;
    }
  }
}

/**
 * Sends what is due to each channel, all channels at once and each in its order, in one step: a message is claimed before
 * it is sent. A channel that does not take one is left alone until the next run.
 */
async function sendToChannels(
  { ports, steps, order }: Sending,
  progress: Progress,
  channels: readonly (readonly string[])[],
): Promise<void> {
  if (channels.length === 0) {
    return;
  }
  const { isLate, ends } = await steps.run(`channels-${progress.looks}`, async () => {
    const { stopAtMs, aheadMs = 0 } = order;
    const untilMs = Math.min(stopAtMs, ports.clock.now() + channelStepMs);
    const done = await Promise.all(
      channels.map(async (mailIds) => sendToChannel(ports, mailIds, { stopAtMs: untilMs, aheadMs })),
    );
    return { isLate: ports.clock.now() >= stopAtMs, ends: done.flat() };
  });
  for (const { mailId, end } of ends) {
    progress.tried.add(mailId);
    progress.ends.push(end);
    if (isSetback(end)) {
      progress.resting.add(channelOfMail(mailId) ?? '');
    }
  }
  progress.isStopped ||= isLate;
}

async function sendToChannel(
  ports: MailerPorts,
  mailIds: readonly string[],
  terms: Parameters<typeof sendMail>[2],
): Promise<readonly { readonly mailId: string; readonly end: MailStep }[]> {
  const ends: { readonly mailId: string; readonly end: MailStep }[] = [];
  for (const mailId of mailIds) {
    const end = await sendMail(ports, mailId, terms);
    if (end.kind === 'late') {
      break;
    }
    ends.push({ mailId, end });
    if (isSetback(end)) {
      break;
    }
  }
  return ends;
}

function isSetback({ kind }: MailStep): boolean {
  return kind === 'turned-away' || kind === 'unknown' || kind === 'passed-on';
}

async function sendNext({ ports, steps, leased, order }: Sending, progress: Progress, mailId: string): Promise<void> {
  const place = progress.tried.size + 1;
  if (progress.paceMs > 0) {
    await steps.wait(`pace-${place}`, progress.paceMs);
  }
  const { stopAtMs, aheadMs = 0 } = order;
  try {
    note(
      progress,
      mailId,
      await leased.run(`mail-${place}`, async () => sendMail(ports, mailId, { stopAtMs, aheadMs })),
    );
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      throw error;
    }
    // The run that now holds the lease sends the rest.
    progress.isStopped = true;
  }
}

function note(progress: Progress, mailId: string, end: MailStep): void {
  if (end.kind === 'late') {
    progress.isStopped = true;
    return;
  }
  progress.tried.add(mailId);
  progress.ends.push(end);
  if (end.kind === 'turned-away') {
    progress.turnedAwayInARow += 1;
    progress.paceMs = Math.min(paceMsMax, Math.max(paceMsMin, progress.paceMs * 2));
  } else if (end.kind !== 'passed') {
    progress.turnedAwayInARow = 0;
  }
  progress.isStopped = progress.turnedAwayInARow === turnedAwayMax || progress.tried.size === mailsMax;
}

function sentOf({ ends, turnedAwayInARow }: Progress, found: FoundMails): MailsSent {
  const count = (kind: MailStep['kind']) => ends.filter((end) => end.kind === kind).length;
  const nextTriesMs = ends.flatMap(({ nextMs }) => nextMs ?? []);
  const left = found.left + nextTriesMs.length;
  // A busy mail service gets no further mails before the first pause is over.
  const isFull = turnedAwayInARow === turnedAwayMax;
  const momentsMs = [...nextTriesMs, ...(isFull || found.nextMs === undefined ? [] : [found.nextMs])];
  return {
    kind: 'done',
    taken: count('taken'),
    refused: count('refused'),
    unknown: count('unknown'),
    ...(count('passed-on') > 0 && { passedOn: count('passed-on') }),
    turnedAway: nextTriesMs.length,
    overdue: ends.filter(({ isOverdue }) => isOverdue).length,
    left,
    ...(momentsMs.length === 0 ? {} : { comeBackAtMs: Math.min(...momentsMs) }),
    problems: [...new Set(ends.flatMap(({ problem }) => problem ?? []))].slice(0, problemsMax),
  };
}
