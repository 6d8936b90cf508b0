import { channelIn, recipientTitle } from '../../channels/channel.ts';
import type { Clock, Ids } from '../../kernel/runs/ports.ts';
import {
  attemptsMax,
  attemptsOverdue,
  channelAttemptsMax,
  type MailState,
  type OutboxMail,
  restMs,
  sendableFromMs,
  type SendResult,
} from '../mail.ts';
import type { AddressStore, MailSender, Outbox } from '../ports.ts';
import { inPlaceOf } from './find-mails.ts';
import { noteTrouble } from './watch-mail.ts';

export interface SendPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly outbox: Outbox;
  readonly sender: MailSender;
  /** Where a channel that takes no message is noted. */
  readonly recipients: Pick<AddressStore, 'find' | 'replace'>;
}

/**
 * The result of one mail. `turned-away`: the mail service or channel is temporarily refusing it. `passed-on`: the channel
 * refused it for good, and others get it. `passed`: not to be sent, or
 * claimed by another run. `late`: no time was left to start.
 */
export interface MailStep {
  readonly kind: 'taken' | 'turned-away' | 'refused' | 'passed-on' | 'unknown' | 'passed' | 'late';
  /** Unix milliseconds at its end. */
  readonly atMs: number;
  /** Why the mail service refused it; holds no address. */
  readonly problem?: string;
  /** When a turned-away mail may be retried, in Unix milliseconds. */
  readonly nextMs?: number;
  /** Turned away for so long that a person has to look. */
  readonly isOverdue?: true;
}

/** Sends one due mail: claimed first, so that no other run, and no repeat after an interruption, sends it again. */
export async function sendMail(
  ports: SendPorts,
  mailId: string,
  { stopAtMs, aheadMs }: { readonly stopAtMs: number; readonly aheadMs: number },
): Promise<MailStep> {
  const { clock, outbox } = ports;
  const nowMs = clock.now();
  if (nowMs >= stopAtMs) {
    return { kind: 'late', atMs: nowMs };
  }
  const entry = await outbox.find(mailId);
  const fromMs = entry === undefined ? undefined : sendableFromMs({ ...entry.mail, state: entry.state }, aheadMs);
  if (entry?.state.kind !== 'written' || fromMs === undefined || fromMs > nowMs) {
    return { kind: 'passed', atMs: nowMs };
  }
  const { mail, state } = entry;
  const claimed = {
    kind: 'sending',
    attempts: state.attempts + 1,
    owner: ports.ids.next(),
    since: isoOf(nowMs),
  } as const;
  if (!(await outbox.move(mailId, state, claimed))) {
    return { kind: 'passed', atMs: clock.now() };
  }
  const result = await ports.sender.send(mail);
  const atMs = clock.now();
  const isChannel = channelIn(mail.to) !== undefined;
  const next = stateAfter(result, { attempts: claimed.attempts, isChannel }, atMs);
  if (isChannel && next.kind === 'refused') {
    // Before the state says that nothing more is to be done.
    await passOn(ports, entry, { problem: next.problem, atMs });
  }
  await outbox.move(mailId, claimed, next);
  if (next.kind === 'sent') {
    await markCarried(outbox, mail.carries, mailId);
  }
  return {
    kind: isChannel && next.kind === 'refused' ? 'passed-on' : stepKinds[next.kind],
    atMs,
    ...(result.kind === 'sent' ? {} : { problem: result.problem }),
    ...(next.kind === 'written' && { nextMs: Date.parse(next.tryAfter) }),
    ...(next.kind === 'written' && !isChannel && next.attempts >= attemptsOverdue && { isOverdue: true as const }),
  };
}

/** The channel is noted as one that takes no message, so that others stand in for it, and they get this one. */
async function passOn(
  { outbox, recipients }: SendPorts,
  entry: OutboxMail,
  { problem, atMs }: { readonly problem: string; readonly atMs: number },
): Promise<void> {
  const { mailId, to: address, subject } = entry.mail;
  const note = `The ${recipientTitle(address)} did not take this: ${problem}. It is sent to you in its place.`;
  const at = isoOf(atMs);
  await outbox.write(inPlaceOf(entry, note, atMs), at);
  const what = 'channel-refused';
  await noteTrouble(recipients, { eventId: `${mailId}/refused`, what, address, at, detail: problem, mailId, subject });
}

type Attempted =
  | Exclude<MailState, { readonly kind: 'sending' | 'written' }>
  | (Extract<MailState, { readonly kind: 'written' }> & { readonly tryAfter: string });

function stateAfter(
  result: SendResult,
  { attempts, isChannel }: { readonly attempts: number; readonly isChannel: boolean },
  nowMs: number,
): Attempted {
  switch (result.kind) {
    case 'sent':
      return { kind: 'sent', messageId: result.messageId, at: isoOf(nowMs) };
    case 'unknown':
      return { kind: 'unknown', problem: result.problem };
    case 'refused':
      return result.retryable && attempts < (isChannel ? channelAttemptsMax : attemptsMax)
        ? { kind: 'written', attempts, tryAfter: isoOf(nowMs + restMs(attempts, result.retryAfterMs)) }
        : { kind: 'refused', problem: result.problem };
  }
}

const stepKinds: Readonly<Record<Attempted['kind'], MailStep['kind']>> = {
  sent: 'taken',
  written: 'turned-away',
  unknown: 'unknown',
  refused: 'refused',
};

async function markCarried(outbox: Outbox, mailIds: readonly string[], carriedBy: string): Promise<void> {
  for (const mailId of mailIds) {
    const entry = await outbox.find(mailId);
    if (entry?.state.kind === 'unknown') {
      await outbox.move(mailId, entry.state, { ...entry.state, carriedBy });
    }
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
