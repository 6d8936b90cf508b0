import { mistakesBetween } from '../kernel/texts/nearest-word.ts';

export const emailCharsMax = 320;

/**
 * The one rule for addresses, as wide as the roster's: letters of any script, no white space, invisible characters or
 * quotes, and nothing that separates, groups or introduces addresses in a list, a mail header or a link. After the `@`
 * come host labels, without a final dot.
 */
export const emailPattern =
  /^[^\s\p{C}\uFFFD@",;:<>()[\]\\]{1,64}@(?=.{1,255}$)[\p{L}\p{M}\p{N}\u00B7\u30FB*_-]+(?:\.[\p{L}\p{M}\p{N}\u00B7\u30FB*_-]+)*$/u;

/** Whether a text is an address or a glob of addresses: `*` is allowed in both. */
export function isEmail(text: string): boolean {
  return text.length <= emailCharsMax && emailPattern.test(text);
}

/** Whether a person's text names exactly one address: with a `*` it means several. */
export function isOneEmail(text: string): boolean {
  return isEmail(text) && !text.includes('*');
}

/** Returns the form in which emails are matched: trimmed and lower-cased. The platform gets its own spelling. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Returns one form for all spellings of a mailbox: letters of any width or composition, without a tag after `+`, the
 * domain in ASCII without a final dot. For deciding whether two addresses may be one person's, never whose a row is.
 */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = emailKey(email.normalize('NFKC')).split('@');
  const host = URL.parse(`http://${domain}`)?.hostname ?? domain;
  return `${local.replace(/(?<=.)\+.*$/su, '')}@${host.replace(/\.+$/u, '')}`;
}

const lettersMax = 320;

/** Returns at most `countMax` known emails that are similar to a typed one, the most similar first. */
export function nearEmails(wanted: string, known: readonly string[], countMax: number): readonly string[] {
  const key = emailKey(wanted).slice(0, lettersMax);
  const worstDistance = Math.max(2, Math.floor(key.length / 5));
  return known
    .map((email) => ({ email, distance: distanceBetween(key, emailKey(email).slice(0, lettersMax)) }))
    .filter(({ distance }) => distance <= worstDistance)
    .toSorted((a, b) => a.distance - b.distance || (a.email < b.email ? -1 : Number(a.email > b.email)))
    .slice(0, countMax)
    .map(({ email }) => email);
}

/** Typing errors; a name that is part of another counts as one error. */
function distanceBetween(wanted: string, email: string): number {
  const name = nameOf(wanted);
  const isPart = name.length >= 3 && nameOf(email).includes(name);
  return isPart ? 1 : mistakesBetween(wanted, email);
}

function nameOf(email: string): string {
  return email.split('@', 1)[0] ?? '';
}
