import type { MailContent } from '../mail/content.ts';
import type { Day, DayRange } from '../time/day.ts';

/** One page as it goes out. */
export interface WrittenPage {
  /** `org`, `team:web` or, of several, `team:core,web`. */
  readonly scope: string;
  readonly recipients: readonly string[];
  readonly content: MailContent;
}

/** A page that went to the mailer, as it is kept: the mails of its recipients say exactly this. */
export interface KeptPage extends WrittenPage {
  /** The teams that it is about; absent of the page of the organization. */
  readonly teams?: readonly string[];
  /** The day on which the digest was due; with `scope` it names the page. */
  readonly dueOn: Day;
  readonly week: DayRange;
  /** The run that wrote it. */
  readonly writtenBy: string;
  /** ISO instant as of which it was written. */
  readonly at: string;
}
