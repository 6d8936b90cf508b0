import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { DayText, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { DigestDocument, ShownDigestDocument } from './digest-documents.ts';

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
