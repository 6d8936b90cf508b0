import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { MailsSent } from '../../shared/mail/use-cases/send-mails.ts';

/** What a waiting user should know of mails: why some are not on their way. */
export function describeMails(sent: MailsSent): readonly string[] {
  if (sent.kind === 'held') {
    return [];
  }
  const again = sent.comeBackAtMs === undefined ? '' : `; what is left is tried from ${momentOf(sent.comeBackAtMs)} on`;
  return sent.problems.map((problem) => plainText(`Mail: ${problem}${again}`));
}

function momentOf(ms: number): string {
  return minuteText(new Date(ms).toISOString());
}
