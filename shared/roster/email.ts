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
