import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { MailsSent } from '../../shared/mail/use-cases/send-mails.ts';

/** What a waiting user should know of mails: why some are not on their way. */
export function describeMails(sent: MailsSent): readonly string[] {
  if (sent.kind === 'held') {
    return [];
  }
  const again = sent.comeBackAtMs === undefined ? '' : `; what is left is tried from ${isoOf(sent.comeBackAtMs)} on`;
  return sent.problems.map((problem) => plainText(`Mail: ${problem}${again}`));
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
