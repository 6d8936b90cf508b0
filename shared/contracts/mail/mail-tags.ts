/** SES takes ASCII letters, digits, - and _ in 256 characters a tag, and 50 tags a mail. */
const pieceChars = 250;
const piecesMax = 12;

interface MailTag {
  readonly name: string;
  readonly value: string;
}

/**
 * The id of a mail as tags that SES hands back with every event about it: a mail is known again before anybody noted
 * under which id SES took it. None for an id that no table could hold.
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

/** The id that stands in the tags of an event; undefined where it is not there as we write it. */
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
