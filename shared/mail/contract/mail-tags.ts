/** SES allows ASCII letters, digits, - and _ in 256 characters a tag, and 50 tags a mail. */
const pieceChars = 250;
const piecesMax = 12;

interface MailTag {
  readonly name: string;
  readonly value: string;
}

/**
 * A mail's id as tags that SES returns with every event: the mail is recognized before its SES id is stored. Empty for
 * an id that no table can hold.
 */
export function mailTagsOf(mailId: string): readonly MailTag[] {
  const text = Buffer.from(mailId, 'utf8').toString('base64url');
  const count = Math.ceil(text.length / pieceChars);
  return count > piecesMax
    ? []
    : Array.from({ length: count }, (_, index) => ({
        name: nameOf(index),
        value: text.slice(index * pieceChars, (index + 1) * pieceChars),
      }));
}

/** The mail id in an event's tags; undefined in any other form. */
export function mailIdIn(tags: Readonly<Record<string, readonly string[]>>): string | undefined {
  const pieces = Array.from({ length: piecesMax }, (_, index) => tags[nameOf(index)]?.[0] ?? '');
  const mailId = Buffer.from(pieces.join(''), 'base64url').toString('utf8');
  const written = mailTagsOf(mailId);
  const isOurs = pieces.every((piece, index) => piece === (written[index]?.value ?? ''));
  return mailId !== '' && isOurs ? mailId : undefined;
}

function nameOf(index: number): string {
  return `curfew-mail-${index + 1}`;
}
