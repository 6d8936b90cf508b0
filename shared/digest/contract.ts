import * as z from 'zod';

import type { Contract } from '../kernel/contract/contract.ts';
import { Day, Instant } from '../kernel/contract/document-parts.ts';
import { DayText, pageOf, PageQuery } from '../kernel/contract/fields/page.ts';
import { MailContentDocument } from '../mail/contract/mail-documents.ts';

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

const ShownDigestDocument = DigestDocument.extend({ content: MailContentDocument, text: z.string() });
type ShownDigestDocument = z.input<typeof ShownDigestDocument>;

export const digestsContract = {
  listDigests: {
    purpose: 'Lists the pages of the weekly digests that were written, the newest first',
    query: PageQuery,
    answer: pageOf(DigestDocument, {}),
    rowKey: ['dueOn', 'scope'],
  },
  showDigest: {
    purpose: 'Shows one page of a digest as its mails say it',
    params: z.strictObject({ day: DayText, scope: z.string().min(1).max(5_000) }),
    answer: ShownDigestDocument,
  },
} as const satisfies Contract<'digests'>;
