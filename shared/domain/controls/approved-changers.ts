import { emailKey } from '../roster/email.ts';
import type { Actor } from './revision.ts';

/**
 * Whether the author of a change is on the list of approved changers: by email, without letter case, or by id, with it.
 * Names do not count, and an unknown author is not on the list. Undefined without a list.
 */
export function isApprovedChanger({ id, email }: Actor, approved: readonly string[]): boolean | undefined {
  if (approved.length === 0) {
    return undefined;
  }
  const entries = approved.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const key = email === undefined ? '' : emailKey(email);
  return entries.some((entry) => entry === id?.trim() || (key !== '' && emailKey(entry) === key));
}
