import * as z from 'zod';

import { Day, Instant } from '../../kernel/contract/document-parts.ts';
import { MailContentDocument } from '../../mail/contract/mail-content-document.ts';

export const DigestDocument = z.object({
  /** The day it was due; identifies the page together with `scope`. */
  dueOn: Day,
  /** `org`, `team:NAME`, or `team:NAME,NAME` for several. */
  scope: z.string(),
  from: Day,
  through: Day,
  at: Instant,
  run: z.string(),
  recipients: z.array(z.string()).readonly(),
  subject: z.string(),
});
export type DigestDocument = z.input<typeof DigestDocument>;

export const ShownDigestDocument = DigestDocument.extend({ content: MailContentDocument, text: z.string() });
export type ShownDigestDocument = z.input<typeof ShownDigestDocument>;
