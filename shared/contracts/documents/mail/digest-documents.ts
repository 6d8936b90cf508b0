import * as z from 'zod';

import { Day, Instant } from '../document-parts.ts';
import { MailContentDocument } from './mail-content-document.ts';

/** A row of `digest list --json`: a page that was written. */
export const DigestDocument = z.object({
  /** On which it was due; with `scope` it names the page. */
  dueOn: Day,
  /** `org`, `team:NAME` or, of several, `team:NAME,NAME`. */
  scope: z.string(),
  from: Day,
  through: Day,
  /** As of when it was written, and the run that wrote it. */
  at: Instant,
  run: z.string(),
  recipients: z.array(z.string()).readonly(),
  subject: z.string(),
});
export type DigestDocument = z.input<typeof DigestDocument>;

/** `digest show DAY --json`: one as its mails say it, in parts and as the text of the mail. */
export const ShownDigestDocument = DigestDocument.extend({ content: MailContentDocument, text: z.string() });
export type ShownDigestDocument = z.input<typeof ShownDigestDocument>;
