import { findMails, type FoundMails } from './find-mails.ts';
import type { Lease, LeaseStore } from '../runs/ports.ts';
import { sendMail, type MailStep, type SendPorts } from './send-mail.ts';
import type { Steps } from '../runs/steps.ts';

export interface MailerPorts extends SendPorts {
  readonly leases: LeaseStore;
}

export interface MailsOrder {
  /** Mails that were written a moment ago: the list of open mails may lag behind. */
  readonly written: readonly string[];
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
  /** So much later than the clock is the moment as of which quiet hours are over; 0 unless given. */
  readonly aheadMs?: number;
}

/** What became of the mails. `held`: another run was sending all the time, and sends these too. */
export type MailsSent =
  | { readonly kind: 'held'; readonly untilMs: number }
  | {
      readonly kind: 'done';
      /** The mail service took them. */
      readonly taken: number;
      /** It will never take them. */
      readonly refused: number;
      /** Nobody knows whether it took them: the next mail tells of them. */
      readonly unknown: number;
      /** It does not take them for now; they are among those that are left. */
      readonly turnedAway: number;
      /** Those of them that it has not taken for more than an hour. */
      readonly overdue: number;
      /** Still to be sent. */
      readonly left: number;
      /** When to come back for those, in Unix milliseconds; absent when there is none. */
      readonly comeBackAtMs?: number;
      /** What the mail service said against a mail, each once. */
      readonly problems: readonly string[];
    };

export const mailsLease = 'mails';

/** More than twice as long as one mail can take. */
const leaseMs = 2 * 60_000;

/** Another run seldom has more than seconds left; one that has longer looks again itself before it ends. */
const waitsMax = 15;
const waitMs = 2_000;

/** One run sends so many; whoever starts it comes back for more. Each is a step, and a run has 3,000 at most. */
const mailsMax = 1_000;

/** A mail service that turns mails away is asked more slowly, and left alone after so many in a row. */
const turnedAwayMax = 3;
const paceMsMin = 1_000;
const paceMsMax = 10_000;

const problemsMax = 20;

/**
 * Sends what is written and not to wait any longer: one mail a step, each claimed first and handed over at most once.
 * It can be stopped anywhere and run again. What is done next depends on the results of steps alone. Errors that are
 * thrown are operating errors of a store.
 */
export async function sendMails(ports: MailerPorts, steps: Steps, order: MailsOrder): Promise<MailsSent> {
  const work = { ports, steps, order };
  const progress = newProgress();
  const found = await look(work, progress);
  if (found.due.length === 0) {
    return sentOf(progress, found);
  }
  const acquired = await acquire(work);
  if (acquired.kind === 'held') {
    return acquired;
  }
  progress.lease = acquired.lease;
  try {
    return sentOf(progress, await sendAll(work, progress, found));
  } finally {
    await steps.run('release', async () => ports.leases.release(acquired.lease));
  }
}

interface Work {
  readonly ports: MailerPorts;
  readonly steps: Steps;
  readonly order: MailsOrder;
}

/** How far a run has come, by the results of its steps. */
interface Progress {
  looks: number;
  renewals: number;
  readonly tried: Set<string>;
  readonly ends: MailStep[];
  lease?: Lease;
  paceMs: number;
  turnedAwayInARow: number;
  isStopped: boolean;
}

function newProgress(): Progress {
  return { looks: 0, renewals: 0, tried: new Set(), ends: [], paceMs: 0, turnedAwayInARow: 0, isStopped: false };
}

async function look({ ports, steps, order }: Work, progress: Progress): Promise<FoundMails> {
  progress.looks += 1;
  const { written, aheadMs = 0 } = order;
  const search = { written, without: progress.tried, aheadMs };
  return steps.run(`look-${progress.looks}`, async () => findMails(ports, search));
}

async function acquire({ ports, steps }: Work): ReturnType<LeaseStore['acquire']> {
  // The same owner for every try: what an attempt that was broken off has acquired is this run's own.
  const owner = await steps.run('owner', async () => Promise.resolve(ports.ids.next()));
  for (let tries = 1; ; tries += 1) {
    const acquired = await steps.run(`lease-${tries}`, async () =>
      ports.leases.acquire(mailsLease, { owner, nowMs: ports.clock.now(), durationMs: leaseMs }),
    );
    if (acquired.kind === 'acquired' || tries > waitsMax) {
      return acquired;
    }
    await steps.wait(`other-run-${tries}`, waitMs);
  }
}

/** Sends all that is due, and what becomes due or is written meanwhile. Gives what is left. */
async function sendAll(work: Work, progress: Progress, first: FoundMails): Promise<FoundMails> {
  let found = first;
  while (found.due.length > 0 && !progress.isStopped) {
    for (const mailId of found.due) {
      await sendNext(work, progress, mailId);
      if (progress.isStopped) {
        break;
      }
    }
    found = await look(work, progress);
  }
  return found;
}

async function sendNext(work: Work, progress: Progress, mailId: string): Promise<void> {
  const { ports, steps, order } = work;
  const place = progress.tried.size + 1;
  if (progress.paceMs > 0) {
    await steps.wait(`pace-${place}`, progress.paceMs);
  }
  const { stopAtMs, aheadMs = 0 } = order;
  const end = await steps.run(`mail-${place}`, async () => sendMail(ports, mailId, { stopAtMs, aheadMs }));
  note(progress, mailId, end);
  if (!progress.isStopped) {
    await keepLease(work, progress, end.atMs);
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

/** Prolongs the lease when half of it is gone, by the time at which the last step ended. */
async function keepLease({ ports, steps }: Work, progress: Progress, atMs: number): Promise<void> {
  const { lease } = progress;
  if (lease === undefined || lease.expiresAtMs - atMs >= leaseMs / 2) {
    return;
  }
  progress.renewals += 1;
  const leased = await steps.run(`keep-${progress.renewals}`, async () => {
    const renewed = await ports.leases.renew(lease, { nowMs: ports.clock.now(), durationMs: leaseMs });
    return { lease: renewed ?? null };
  });
  if (leased.lease === null) {
    // Whoever has it now sends the rest.
    progress.isStopped = true;
  } else {
    progress.lease = leased.lease;
  }
}

function sentOf({ ends, turnedAwayInARow }: Progress, found: FoundMails): MailsSent {
  const count = (kind: MailStep['kind']) => ends.filter((end) => end.kind === kind).length;
  const nextTriesMs = ends.flatMap(({ nextMs }) => nextMs ?? []);
  const left = found.left + nextTriesMs.length;
  // A mail service that is full is not asked for the others either until the first rest is over.
  const isFull = turnedAwayInARow === turnedAwayMax;
  const momentsMs = [...nextTriesMs, ...(isFull || found.nextMs === undefined ? [] : [found.nextMs])];
  return {
    kind: 'done',
    taken: count('taken'),
    refused: count('refused'),
    unknown: count('unknown'),
    turnedAway: nextTriesMs.length,
    overdue: ends.filter(({ isOverdue }) => isOverdue).length,
    left,
    ...(momentsMs.length === 0 ? {} : { comeBackAtMs: Math.min(...momentsMs) }),
    problems: [...new Set(ends.flatMap(({ problem }) => problem ?? []))].slice(0, problemsMax),
  };
}
