import * as z from 'zod';

import { mailLinkPurposes, type MailLink } from '../mail-link.ts';

export const MailLinkDocument = z.object({
  id: z.string(),
  purpose: z.enum(mailLinkPurposes),
  subject: z.string(),
  door: z.string(),
}) satisfies z.ZodType<MailLink>;
