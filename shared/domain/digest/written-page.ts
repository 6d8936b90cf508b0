import type { MailContent } from '../mail/content.ts';

/** One page as it goes out. */
export interface WrittenPage {
  /** `org`, `team:web` or, of several, `team:core,web`. */
  readonly scope: string;
  readonly recipients: readonly string[];
  readonly content: MailContent;
}
