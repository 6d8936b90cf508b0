import type { Severity } from '../notifications/severity.ts';
import type { MailLink } from './mail-link.ts';

/** A mail must fit into an item of a table, however much it reports: one owner may have thousands of alerts. */
export const containedMax = 300;
export const carriesMax = 50;

/** A mail to one recipient. Its id derives from what it is about: about the same there is one mail. */
export interface Mail {
  readonly mailId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly runId: string;
  /** Of the gravest that it reports; absent where it reports nothing that has one. */
  readonly severity?: Severity;
  /** Mails of unknown outcome that this one reports; at most `carriesMax`, the next mail reports others. */
  readonly carries: readonly string[];
  /** Ids of the first `containedMax` alert notices in it: each notice names its mail. Absent when there is none. */
  readonly tells?: readonly string[];
  /**
   * Who is told in the recipient's place where nobody knows whether a grave mail arrived, though it was sent twice. Absent
   * where it is not grave, or nobody is left.
   */
  readonly standIns?: readonly string[];
  /** Signed as it is sent, each at its place in the texts. Absent when there is none. */
  readonly links?: readonly MailLink[];
  /** ISO instant before which it is not sent: its recipient has quiet hours. */
  readonly notBefore?: string;
}

/**
 * A mail's way through the outbox: `written` before anything is sent, `sending` once claimed, then one of three ends.
 * `unknown` is never sent again as it is: the next mail reports it, and one that is grave goes once more with a sentence
 * that says so.
 */
export type MailState =
  | {
      readonly kind: 'written';
      readonly attempts: number;
      /** ISO instant before which it is not tried again: the mail service turned it away for now. */
      readonly tryAfter?: string;
    }
  | { readonly kind: 'sending'; readonly attempts: number; readonly owner: string; readonly since: string }
  | { readonly kind: 'sent'; readonly messageId: string; readonly at: string }
  | { readonly kind: 'refused'; readonly problem: string }
  | {
      readonly kind: 'unknown';
      readonly problem: string;
      /** The later mail to the recipient that has reported it. */
      readonly carriedBy?: string;
      /** It was reported, and shown for long enough. */
      readonly isClosed?: true;
    };

export interface OutboxMail {
  readonly mail: Mail;
  readonly state: MailState;
  /** ISO instant. */
  readonly writtenAt: string;
}

/** An open mail without its content. */
export interface OpenMail extends Pick<Mail, 'mailId' | 'notBefore'>, Pick<OutboxMail, 'writtenAt'> {
  readonly state: MailState;
}

/** A mail of unknown outcome that no later mail reports yet, without its content. */
export interface UnknownMail extends Pick<Mail, 'mailId' | 'to' | 'subject'>, Pick<OutboxMail, 'writtenAt'> {}

/** The answer of the mail service to one attempt. Only a `refused` mail is known not to have been sent. */
export type SendResult =
  | { readonly kind: 'sent'; readonly messageId: string }
  | { readonly kind: 'refused'; readonly problem: string; readonly retryable: boolean }
  | { readonly kind: 'unknown'; readonly problem: string };

/** The mail, where it is one that the next mail to its recipient reports. */
export function unknownMail({ mail: { mailId, to, subject }, state, writtenAt }: OutboxMail): readonly UnknownMail[] {
  return state.kind === 'unknown' && state.carriedBy === undefined ? [{ mailId, to, subject, writtenAt }] : [];
}

/** Whether a mail is still to be sent, to be reported or to be shown. */
export function isOpenMail(state: MailState): boolean {
  const { kind } = state;
  return kind === 'written' || kind === 'sending' || (kind === 'unknown' && state.isClosed !== true);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The most attempts at a mail that the service refuses temporarily, over about four days. */
export const attemptsMax = 10;

/** After so many attempts, which is more than an hour, the failure will hardly go away by itself. */
export const attemptsOverdue = 4;

/** The pause after so many attempts: a minute, then four times as long each, at most a day. */
export function restMs(attempts: number): number {
  return Math.min(dayMs, minuteMs * 4 ** (attempts - 1));
}

/**
 * From when on a mail may be sent, in Unix milliseconds; undefined when it is not to be sent any more. `aheadMs`: so
 * much later than the clock is the moment as of which its recipient's quiet hours are over.
 */
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
