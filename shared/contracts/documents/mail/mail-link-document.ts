import * as z from 'zod';

import { mailLinkPurposes, type MailLink } from '../../../domain/mail/mail-link.ts';

/** A link of a mail, before it is signed. */
export const MailLinkDocument = z.object({
  id: z.string(),
  purpose: z.enum(mailLinkPurposes),
  subject: z.string(),
  door: z.string(),
}) satisfies z.ZodType<MailLink>;
