import type { Mail, MailState, OutboxMail, SendResult } from '../domain/mail/mail.ts';
import type { Clock, Ids, MailSender, Outbox } from './ports.ts';

export interface MailPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly outbox: Outbox;
  readonly sender: MailSender;
}

/** After so long without a word from its sender, a mail that is being sent is of unknown outcome. */
const silentMs = 10 * 60_000;

/** A mail that the service turns away for now is tried by so many runs. */
const attemptsMax = 10;

/** Settles mails whose sender was stopped between sending and noting it: nobody knows whether they went out. */
export async function settleStaleMails({ clock, outbox }: MailPorts): Promise<void> {
  for (const { mail, state } of await outbox.listOpen()) {
    if (state.kind === 'sending' && clock.now() - Date.parse(state.since) >= silentMs) {
      await outbox.move(mail.mailId, state, {
        kind: 'unknown',
        problem: 'the run that was sending it ended before the mail service answered',
      });
    }
  }
}

/**
 * Sends what is written and not to wait any longer, as of `nowMs`: each mail claimed first so that no two runs send it,
 * and at most once. Gives how many the mail service took.
 */
export async function deliverMails(ports: MailPorts, mailIds: readonly string[], nowMs: number): Promise<number> {
  const open = await ports.outbox.listOpen();
  const listed = new Set(open.map(({ mail }) => mail.mailId));
  // The list of open mails may lag behind what was written a moment ago.
  const fresh = await Promise.all(mailIds.filter((id) => !listed.has(id)).map(async (id) => ports.outbox.find(id)));
  return deliverEach(ports, [...open, ...fresh.filter((found) => found !== undefined)], nowMs);
}

/**
 * The mails that nobody has tried to send and that are not to wait any longer, as of `nowMs`. One that was turned away
 * for now is the next night's affair: a mail service that is full is not asked every hour.
 */
export async function listUntried(
  { outbox }: Pick<MailPorts, 'outbox'>,
  nowMs: number,
): Promise<readonly OutboxMail[]> {
  const open = await outbox.listOpen();
  return open.filter(({ mail, state }) => state.kind === 'written' && state.attempts === 0 && !isToWait(mail, nowMs));
}

/** Sends those of some mails that are not to wait any longer. Gives how many the mail service took. */
export async function deliverEach(ports: MailPorts, mails: readonly OutboxMail[], nowMs: number): Promise<number> {
  let taken = 0;
  for (const entry of mails) {
    taken += isToWait(entry.mail, nowMs) ? 0 : Number(await deliver(ports, entry));
  }
  return taken;
}

function isToWait({ notBefore }: Mail, nowMs: number): boolean {
  return notBefore !== undefined && Date.parse(notBefore) > nowMs;
}

async function deliver(ports: MailPorts, { mail, state }: OutboxMail): Promise<boolean> {
  if (state.kind !== 'written') {
    return false;
  }
  const claimed: MailState = {
    kind: 'sending',
    attempts: state.attempts + 1,
    owner: ports.ids.next(),
    since: new Date(ports.clock.now()).toISOString(),
  };
  if (!(await ports.outbox.move(mail.mailId, state, claimed))) {
    return false;
  }
  const result = await ports.sender.send(mail);
  await ports.outbox.move(mail.mailId, claimed, stateAfter(result, claimed.attempts, ports.clock.now()));
  if (result.kind === 'sent') {
    await markCarried(ports.outbox, mail.carries, mail.mailId);
  }
  return result.kind === 'sent';
}

function stateAfter(result: SendResult, attempts: number, nowMs: number): MailState {
  switch (result.kind) {
    case 'sent':
      return { kind: 'sent', messageId: result.messageId, at: new Date(nowMs).toISOString() };
    case 'unknown':
      return { kind: 'unknown', problem: result.problem };
    case 'refused':
      return result.retryable && attempts < attemptsMax
        ? { kind: 'written', attempts }
        : { kind: 'refused', problem: result.problem };
  }
}

async function markCarried(outbox: Outbox, mailIds: readonly string[], carriedBy: string): Promise<void> {
  for (const mailId of mailIds) {
    const entry = await outbox.find(mailId);
    if (entry?.state.kind === 'unknown') {
      await outbox.move(mailId, entry.state, { ...entry.state, carriedBy });
    }
  }
}
