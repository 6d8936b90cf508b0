import type { Clock, Ids } from '../../kernel/runs/ports.ts';
import { type MailState, type SendResult, attemptsMax, attemptsOverdue, restMs, sendableFromMs } from '../mail.ts';
import type { MailSender, Outbox } from '../ports.ts';

export interface SendPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly outbox: Outbox;
  readonly sender: MailSender;
}

/**
 * The result of one mail. `turned-away`: the mail service is temporarily refusing it. `passed`: not to be sent, or
 * claimed by another run. `late`: no time was left to start.
 */
export interface MailStep {
  readonly kind: 'taken' | 'turned-away' | 'refused' | 'unknown' | 'passed' | 'late';
  /** Unix milliseconds at its end. */
  readonly atMs: number;
  /** Why the mail service refused it; holds no address. */
  readonly problem?: string;
  /** When a turned-away mail may be retried, in Unix milliseconds. */
  readonly nextMs?: number;
  /** Turned away for so long that a person has to look. */
  readonly isOverdue?: true;
}

/**
 * Sends one due mail: claims it first so that no other run sends it, then hands it to the mail service once. A repeat
 * after an interruption finds the claim and sends nothing.
 */
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
  const next = stateAfter(result, claimed.attempts, atMs);
  await outbox.move(mailId, claimed, next);
  if (next.kind === 'sent') {
    await markCarried(outbox, mail.carries, mailId);
  }
  return {
    kind: stepKinds[next.kind],
    atMs,
    ...(result.kind === 'sent' ? {} : { problem: result.problem }),
    ...(next.kind === 'written' && { nextMs: atMs + restMs(next.attempts) }),
    ...(next.kind === 'written' && next.attempts >= attemptsOverdue && { isOverdue: true as const }),
  };
}

type Attempted = Exclude<MailState, { readonly kind: 'sending' }>;

function stateAfter(result: SendResult, attempts: number, nowMs: number): Attempted {
  switch (result.kind) {
    case 'sent':
      return { kind: 'sent', messageId: result.messageId, at: isoOf(nowMs) };
    case 'unknown':
      return { kind: 'unknown', problem: result.problem };
    case 'refused':
      return result.retryable && attempts < attemptsMax
        ? { kind: 'written', attempts, tryAfter: isoOf(nowMs + restMs(attempts)) }
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
