import type { MailContent } from '../../domain/mail/content.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { Notification } from '../../domain/notifications/notification.ts';
import type { Severity } from '../../domain/notifications/severity.ts';

/** A mail about a run itself. The notifications of its recipient stand in it too. */
export interface Summary {
  readonly mailId: string;
  /** In the matching form of the email. */
  readonly recipient: string;
  readonly severity: Severity;
  readonly contentWith: (notifications: readonly Notification[]) => MailContent;
  /** Earlier mails of which nobody knows whether they arrived, and that the content names. */
  readonly carries: readonly string[];
}

/** A mail with the ids of all notifications in it, which may be more than it names. */
export interface ComposedMail {
  readonly mail: Mail;
  readonly contained: readonly string[];
}

/** A mail that is composed when it is asked for, the same each time: the texts of all mails of a run take much memory. */
export type MailDraft = () => ComposedMail;
