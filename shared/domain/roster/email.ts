export const emailCharsMax = 320;

/**
 * The one rule for addresses, as wide as the roster's: letters of any script, no blanks and nothing that cannot be seen,
 * no quotes, and nothing that separates addresses in a list or a mail's header.
 */
export const emailPattern = /^[^\s\p{C}\uFFFD@",;<>]{1,64}@[^\s\p{C}\uFFFD@",;<>]{1,255}$/u;

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
