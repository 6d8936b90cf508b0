export const emailCharsMax = 320;

/**
 * The one rule for addresses, as wide as the roster's: letters of any script, no blanks and nothing that cannot be seen,
 * no quotes, and nothing that separates, groups or announces addresses in a list, a mail's header or a link. After the `@`
 * stand the names of a host, without a dot at the end.
 */
export const emailPattern =
  /^[^\s\p{C}\uFFFD@",;:<>()[\]\\]{1,64}@(?=.{1,255}$)[\p{L}\p{M}\p{N}\u00B7\u30FB*_-]+(?:\.[\p{L}\p{M}\p{N}\u00B7\u30FB*_-]+)*$/u;

/** Whether a text is an address, or a glob of addresses: `*` is a letter of both. */
export function isEmail(text: string): boolean {
  return text.length <= emailCharsMax && emailPattern.test(text);
}

/** Whether a text that a person wrote names one address: with a `*` it means several. */
export function isOneEmail(text: string): boolean {
  return isEmail(text) && !text.includes('*');
}

/**
 * The form in which emails are matched: trimmed and lower-cased. The spelling that the platform gave is kept beside
 * it and is the one that goes back to the platform.
 */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * One form for all spellings of a mailbox: letters of any width or composition, without a tag after `+`, the domain in
 * ASCII and without a dot at its end. Says whether two addresses may be one person's, and never whose a row is.
 */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = emailKey(email.normalize('NFKC')).split('@');
  const host = URL.parse(`http://${domain}`)?.hostname ?? domain;
  return `${local.replace(/(?<=.)\+.*$/su, '')}@${host.replace(/\.+$/u, '')}`;
}
