import type { WrittenPage } from '../domain/digest/digest-pages.ts';
import { renderText } from '../domain/mail/render/render-text.ts';
import { plainText } from './plain-text.ts';

/** Pages of the digest as their plain-text mails read, a text each. */
export function describePages(pages: readonly WrittenPage[]): readonly string[] {
  return pages.map(({ scope, recipients, content }) => {
    // The text of a mail is printable already, and its indentation means something.
    return `${plainText(`Digest of ${scope}, to ${recipients.join(', ')}`)}\n\n${renderText(content).trimEnd()}`;
  });
}
