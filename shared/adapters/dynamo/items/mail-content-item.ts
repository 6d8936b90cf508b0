import { MailContentDocument } from '../../../contracts/documents/mail/mail-content-document.ts';
import type { MailContent } from '../../../domain/mail/content.ts';
import { storing } from './storing.ts';

/** The content of a mail as it stands in an item. */
export const MailContentItem = storing<MailContent>()(MailContentDocument);
