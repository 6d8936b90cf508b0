import { emailKey } from '../roster/email.ts';
import type { Actor } from './revision.ts';

/**
 * Whether who made a change is on the list of those who may: by email, whose letter case means nothing, or by id,
 * whose does. A name says nothing, and who is unknown is not on the list. Without a list nobody can tell, and the
 * answer is none.
 */
export function isApprovedChanger({ id, email }: Actor, approved: readonly string[]): boolean | undefined {
  if (approved.length === 0) {
    return undefined;
  }
  const entries = approved.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const key = email === undefined ? '' : emailKey(email);
  return entries.some((entry) => entry === id?.trim() || (key !== '' && emailKey(entry) === key));
}
