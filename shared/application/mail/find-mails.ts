import { type OpenMail, sendableFromMs } from '../../domain/mail/mail.ts';
import type { Clock } from '../runs/ports.ts';
import type { Outbox } from './ports.ts';

interface FindOrder {
  /** Mails that were written a moment ago: the list of open mails may lag behind. */
  readonly written: readonly string[];
  /** Mails that are not looked for. */
  readonly without: ReadonlySet<string>;
  /** So much later than the clock is the moment as of which quiet hours are over. */
  readonly aheadMs: number;
}

/** What there is to send. Small, since it is kept as the result of a step. */
export interface FoundMails {
  /** Ids of mails to be sent now, oldest first, as many as are looked at at once. */
  readonly due: readonly string[];
  /** Mails that are to be sent, now or later. */
  readonly left: number;
  /** From when on the first of them may be sent, in Unix milliseconds. */
  readonly nextMs?: number;
}

/** After so long without a word from its sender, a mail that is being sent is of unknown outcome. */
const silentMs = 10 * 60_000;

/** So many ids are found at once. */
const foundMax = 500;

/**
 * Finds what is to be sent, and settles mails whose sender was stopped between sending and noting it: nobody knows
 * whether they went out. Finding again changes nothing more.
 */
export async function findMails(
  { clock, outbox }: { readonly clock: Clock; readonly outbox: Outbox },
  { written, without, aheadMs }: FindOrder,
): Promise<FoundMails> {
  const nowMs = clock.now();
  const known = await outbox.listOpenStates();
  await settleSilent(outbox, known, nowMs);
  if (known.some(({ state }) => state.kind === 'sending' || state.kind === 'unknown')) {
    const { writeAgain } = await import('./send-again.ts');
    await writeAgain(outbox, await outbox.listOpenStates(), nowMs);
  }
  const listed = await outbox.listOpenStates();
  const mails = [...listed, ...(await missedBy(listed, written, outbox))];
  const waiting = mails
    .filter(({ mailId }) => !without.has(mailId))
    .flatMap((mail) => {
      const fromMs = sendableFromMs(mail, aheadMs);
      return fromMs === undefined ? [] : [{ mailId: mail.mailId, fromMs }];
    });
  const due = waiting.filter(({ fromMs }) => fromMs <= nowMs).map(({ mailId }) => mailId);
  return {
    due: due.slice(0, foundMax),
    left: waiting.length,
    ...(waiting.length === 0 ? {} : { nextMs: Math.max(nowMs, firstOf(waiting)) }),
  };
}

/** There may be more of them than a call can have arguments. */
function firstOf(waiting: readonly { readonly fromMs: number }[]): number {
  return waiting.reduce((first, { fromMs }) => Math.min(first, fromMs), Number.POSITIVE_INFINITY);
}

async function settleSilent(outbox: Outbox, mails: readonly OpenMail[], nowMs: number): Promise<void> {
  for (const { mailId, state } of mails) {
    if (state.kind === 'sending' && nowMs - Date.parse(state.since) >= silentMs) {
      await outbox.move(mailId, state, {
        kind: 'unknown',
        problem: 'the run that was sending it ended before the mail service answered',
      });
    }
  }
}

async function missedBy(
  listed: readonly OpenMail[],
  written: readonly string[],
  outbox: Outbox,
): Promise<readonly OpenMail[]> {
  const known = new Set(listed.map(({ mailId }) => mailId));
  const missed: OpenMail[] = [];
  for (const mailId of new Set(written)) {
    const found = known.has(mailId) ? undefined : await outbox.find(mailId);
    if (found !== undefined) {
      const { mail, state, writtenAt } = found;
      missed.push({ mailId, state, writtenAt, notBefore: mail.notBefore });
    }
  }
  return missed;
}
