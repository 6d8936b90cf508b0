/**
 * The form in which emails are matched: trimmed and lower-cased. The spelling that the platform gave is kept beside
 * it and is the one that goes back to the platform.
 */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
