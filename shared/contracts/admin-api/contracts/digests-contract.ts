import * as z from 'zod';

import { DigestDocument, ShownDigestDocument } from '../../documents/mail/digest-documents.ts';
import type { Contract } from './contract.ts';
import { DayText, pageOf, PageQuery } from '../fields/page.ts';
import type { digestsRoutes } from '../routes/digests-routes.ts';

export const digestsContract = {
  listDigests: { query: PageQuery, answer: pageOf(DigestDocument, {}), rowKey: ['dueOn', 'scope'] },
  showDigest: {
    params: z.strictObject({ day: DayText, scope: z.string().min(1).max(5_000) }),
    answer: ShownDigestDocument,
  },
} as const satisfies Contract<typeof digestsRoutes>;
