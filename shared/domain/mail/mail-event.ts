/** What the mail service reported about a mail that it had accepted. */
export interface MailEvent {
  /** The same event delivered twice has the same id. */
  readonly eventId: string;
  /** ISO instant at which it came about. */
  readonly at: string;
  /** Whom the mail was to reach, in the matching form of the email. */
  readonly address: string;
  readonly what: MailEventKind;
  /** In the words of the mail service or of a mail server far away: text from outside. */
  readonly detail: string;
  /** The mail of the outbox, where the event names it. */
  readonly mailId?: string;
  /** Its subject, as it was sent. */
  readonly subject?: string;
}

/** `notice`: something worth a record, such as a mail that a recipient took out of the spam folder. */
export const mailEventKinds = ['hard-bounce', 'soft-bounce', 'complaint', 'reject', 'delay', 'notice'] as const;
export type MailEventKind = (typeof mailEventKinds)[number];
