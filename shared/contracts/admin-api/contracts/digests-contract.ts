import * as z from 'zod';

import { DigestDocument, ShownDigestDocument } from '../../documents/mail/digest-documents.ts';
import { DayText, pageOf, PageQuery } from '../fields/page.ts';
import type { Contract } from './contract.ts';

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
