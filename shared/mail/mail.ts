import type { ChannelMessage } from '../channels/channel-message.ts';
import type { Severity } from '../notifications/severity.ts';
import type { MailLink } from './mail-link.ts';

/** A mail must fit into one table item, however much it reports: one owner may have thousands of alerts. */
export const containedMax = 300;
export const carriesMax = 50;

/** A mail to one recipient. Its id derives from its subject matter, so there is one mail per matter. */
export interface Mail {
  readonly mailId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly runId: string;
  readonly severity?: Severity;
  /** Mails of unknown outcome that this one reports; at most `carriesMax`, the next mail reports others. */
  readonly carries: readonly string[];
  /** Ids of the first `containedMax` alert notices in it: each notice names its mail. Absent for none. */
  readonly tells?: readonly string[];
  /** Who is notified if a serious mail's delivery stays unknown after two attempts; absent for none. */
  readonly standIns?: readonly string[];
  /** Signed on sending, each at its place in the texts. Absent for none. */
  readonly links?: readonly MailLink[];
  /** ISO instant before which it is not sent: its recipient has quiet hours. */
  readonly notBefore?: string;
  /** To a channel: what it is told, which is written for its place when it is sent. */
  readonly message?: ChannelMessage;
  /** To a channel: what people must know beside it, such as that it may reach them twice. */
  readonly note?: string;
}

/**
 * A mail's state in the outbox: `written` before anything is sent, `sending` once claimed, then one of three final
 * states. `unknown` is never sent again unchanged: the next mail reports it, and a serious one is sent once more with a
 * note.
 */
export type MailState =
  | {
      readonly kind: 'written';
      readonly attempts: number;
      /** ISO instant before which it is not retried: the mail service refused it temporarily. */
      readonly tryAfter?: string;
    }
  | { readonly kind: 'sending'; readonly attempts: number; readonly owner: string; readonly since: string }
  | { readonly kind: 'sent'; readonly messageId: string; readonly at: string }
  | { readonly kind: 'refused'; readonly problem: string }
  | {
      readonly kind: 'unknown';
      readonly problem: string;
      readonly carriedBy?: string;
      /** It was reported, and shown long enough. */
      readonly isClosed?: true;
    };

export interface OutboxMail {
  readonly mail: Mail;
  readonly state: MailState;
  readonly writtenAt: string;
}

export interface OpenMail extends Pick<Mail, 'mailId' | 'notBefore'>, Pick<OutboxMail, 'writtenAt'> {
  readonly state: MailState;
}

export interface UnknownMail extends Pick<Mail, 'mailId' | 'to' | 'subject'>, Pick<OutboxMail, 'writtenAt'> {}

/** The mail service's answer to one attempt. Only a `refused` mail is known not to have been sent. */
export type SendResult =
  | { readonly kind: 'sent'; readonly messageId: string }
  | {
      readonly kind: 'refused';
      readonly problem: string;
      readonly retryable: boolean;
      /** What the receiver asked for, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly kind: 'unknown'; readonly problem: string };

/** Returns a mail that the next mail to its recipient must report; undefined for any other. */
export function unknownMail({ mail: { mailId, to, subject }, state, writtenAt }: OutboxMail): readonly UnknownMail[] {
  return state.kind === 'unknown' && state.carriedBy === undefined ? [{ mailId, to, subject, writtenAt }] : [];
}

export function isOpenMail(state: MailState): boolean {
  const { kind } = state;
  return kind === 'written' || kind === 'sending' || (kind === 'unknown' && state.isClosed !== true);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The most attempts at a mail that the service refuses temporarily, over about four days. */
export const attemptsMax = 10;

/** After this many attempts, more than an hour, the failure will probably persist. */
export const attemptsOverdue = 4;

/** The most attempts at a message to a channel, over about an hour and a half: then others are notified. */
export const channelAttemptsMax = 5;

/** Returns the pause after some attempts: a minute, then four times as long each, or what was asked for; at most a day. */
export function restMs(attempts: number, askedMs = 0): number {
  return Math.min(dayMs, Math.max(askedMs, minuteMs * 4 ** (attempts - 1)));
}

/** Returns when a mail may be sent, in Unix milliseconds. `aheadMs`: how far ahead quiet hours are evaluated. */
export function sendableFromMs(
  { state, notBefore }: Omit<OpenMail, 'mailId' | 'writtenAt'>,
  aheadMs = 0,
): number | undefined {
  if (state.kind !== 'written') {
    return undefined;
  }
  const restedMs = state.tryAfter === undefined ? 0 : Date.parse(state.tryAfter);
  return Math.max(restedMs, notBefore === undefined ? 0 : Date.parse(notBefore) - aheadMs);
}
