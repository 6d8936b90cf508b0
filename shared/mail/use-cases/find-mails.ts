import type { ChannelMessage } from '../../channels/channel-message.ts';
import { channelIn, recipientTitle, recognizesRepeats } from '../../channels/channel.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { isGrave } from '../../notifications/severity.ts';
import { emailKey } from '../../roster/email.ts';
import { channelOfMail, idOfCopy, idOfSecond, isCopy, isSecond } from '../mail-id.ts';
import { withoutLinks } from '../mail-link.ts';
import { type Mail, type OpenMail, type OutboxMail, sendableFromMs } from '../mail.ts';
import type { Outbox } from '../ports.ts';
import { withNote } from '../render/with-note.ts';

/** How long a reported mail of unknown outcome is shown. */
const shownMs = 7 * 86_400_000;

export const mayComeTwice = 'This may reach you twice: the mail service left open whether it did the first time.';

/**
 * Sends each serious mail of unknown outcome once more: a duplicate is better than a lost alert. If the second outcome
 * is unknown too, the mail goes to the recipient's substitutes, and no further. Idempotent.
 */
async function writeAgain(outbox: Outbox, open: readonly OpenMail[], nowMs: number): Promise<void> {
  for (const { mailId, state, writtenAt } of open) {
    if (state.kind !== 'unknown') {
      continue;
    }
    if (state.carriedBy !== undefined) {
      if (nowMs - Date.parse(writtenAt) >= shownMs) {
        await outbox.move(mailId, state, { ...state, isClosed: true });
      }
      continue;
    }
    const entry = isCopy(mailId) ? undefined : await outbox.find(mailId);
    if (entry !== undefined && isGrave(entry.mail.severity ?? 'info')) {
      const more = isSecond(mailId) ? inPlaceOf(entry, unknownNote(entry), nowMs) : [secondOf(entry)];
      await outbox.write(more, new Date(nowMs).toISOString());
    }
  }
}

function unknownNote({ mail }: OutboxMail): string {
  return `No one knows whether this reached ${recipientTitle(mail.to)}, though it was sent twice. It is sent to you in their place.`;
}

function secondOf({ mail }: OutboxMail): Mail {
  // Its notices name the first mail as the one that notified.
  const { notBefore: _, tells: _tells, ...said } = mail;
  return {
    ...said,
    ...withNote(mail, mayComeTwice),
    mailId: idOfSecond(mail.mailId),
    subject: `${mail.subject} (sent again)`,
    carries: [],
    ...(channelIn(mail.to) !== undefined && { note: mayComeTwice }),
  };
}

/** Copies for the substitutes: without links, which act for the recipient. None of a mail that is itself one. */
export function inPlaceOf({ mail }: OutboxMail, note: string, nowMs: number): readonly Mail[] {
  if (isCopy(mail.mailId)) {
    return [];
  }
  const { notBefore: _, tells: _tells, standIns = [], links: _links, ...said } = mail;
  const { text, html } = withNote(mail, note);
  return standIns.map((to) => ({
    ...said,
    text: withoutLinks(text, '(a link of the recipient alone)'),
    html: withoutLinks(html, '#'),
    mailId: idOfCopy(mail.mailId, { to, key: emailKey(to) }),
    to,
    carries: [],
    ...(channelIn(to) === undefined
      ? { message: undefined }
      : { note, message: withoutButtons(mail.message ?? noAlerts(nowMs)) }),
  }));
}

function withoutButtons(message: ChannelMessage): ChannelMessage {
  const { links: _, ...others } = message;
  return others;
}

function noAlerts(nowMs: number): ChannelMessage {
  return { at: new Date(nowMs).toISOString(), alerts: [], alertsInAll: 0 };
}

/** The mails to send. Small, since it is stored as the result of a step. */
export interface FoundMails {
  /** Ids of mails due now, oldest first, at most as many as one look takes. */
  readonly due: readonly string[];
  /** The same to each channel; absent for none. */
  readonly toChannels?: readonly (readonly string[])[];
  readonly left: number;
  /** When the first of the later ones is due, in Unix milliseconds. */
  readonly nextMs?: number;
}

/** After this long without news from its sender, a mail being sent has an unknown outcome. */
const silentMs = 10 * 60_000;

const foundMax = 500;
const perChannelMax = 20;

/** Finds the mails to send, and settles those whose sender stopped before noting it as unknown. Idempotent. */
export async function findMails(
  { clock, outbox }: { readonly clock: Clock; readonly outbox: Outbox },
  {
    written,
    without,
    withoutChannels,
    aheadMs,
  }: {
    /** Ids of mails just written: the list of open mails is eventually consistent. */
    readonly written: readonly string[];
    readonly without: ReadonlySet<string>;
    /** Channels that are left alone for now. */
    readonly withoutChannels?: ReadonlySet<string>;
    /** Quiet hours are evaluated this many ms ahead of the clock. */
    readonly aheadMs: number;
  },
): Promise<FoundMails> {
  const nowMs = clock.now();
  const known = await outbox.listOpenStates();
  await settleSilent(outbox, known, nowMs);
  if (known.some(({ state }) => state.kind === 'sending' || state.kind === 'unknown')) {
    await writeAgain(outbox, await outbox.listOpenStates(), nowMs);
  }
  const listed = await outbox.listOpenStates();
  const mails = [...listed, ...(await missedBy(listed, written, outbox))];
  const waiting = mails
    .filter(({ mailId }) => !without.has(mailId) && withoutChannels?.has(channelOfMail(mailId) ?? '') !== true)
    .flatMap((mail) => {
      const fromMs = sendableFromMs(mail, aheadMs);
      return fromMs === undefined ? [] : [{ mailId: mail.mailId, fromMs }];
    });
  const due = waiting.filter(({ fromMs }) => fromMs <= nowMs).map(({ mailId }) => mailId);
  const byChannel = Map.groupBy(due, channelOfMail);
  const toChannels = [...byChannel].flatMap(([channel, ids]) =>
    channel === undefined ? [] : [ids.slice(0, perChannelMax)],
  );
  return {
    due: (byChannel.get(undefined) ?? []).slice(0, foundMax),
    ...(toChannels.length > 0 && { toChannels }),
    left: waiting.length,
    ...(waiting.length === 0 ? {} : { nextMs: Math.max(nowMs, firstOf(waiting)) }),
  };
}

/** A call cannot take this many arguments. */
function firstOf(waiting: readonly { readonly fromMs: number }[]): number {
  return waiting.reduce((first, { fromMs }) => Math.min(first, fromMs), Number.POSITIVE_INFINITY);
}

async function settleSilent(outbox: Outbox, mails: readonly OpenMail[], nowMs: number): Promise<void> {
  for (const { mailId, state } of mails) {
    if (state.kind === 'sending' && nowMs - Date.parse(state.since) >= silentMs) {
      const channel = channelIn(channelOfMail(mailId) ?? '');
      await outbox.move(
        mailId,
        state,
        channel !== undefined && recognizesRepeats(channel)
          ? { kind: 'written', attempts: state.attempts }
          : { kind: 'unknown', problem: 'the run that was sending it ended before the mail service answered' },
      );
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
