import { emailKey } from '../../roster/email.ts';
import type { Circumstances } from '../controls-report.ts';
import type { Actor } from '../revision.ts';
import { isWithinHours, type WorkingHours } from '../working-hours.ts';

/** Who may change the controls, and when it is usual. */
export interface ControlsPolicy {
  /** Emails or user ids; nobody is held to be unapproved while there is none. */
  readonly approvedChangers: readonly string[];
  readonly workingHours?: WorkingHours | undefined;
}

/** Under which circumstances a revision was made. */
export function circumstancesOf(actor: Actor, updatedAt: string, policy: ControlsPolicy): Circumstances {
  const isApproved = isApprovedChanger(actor, policy.approvedChangers);
  const isInside = policy.workingHours === undefined ? undefined : isWithinHours(updatedAt, policy.workingHours);
  return {
    actor: isApproved === undefined ? 'unknown' : isApproved ? 'approved' : 'not-approved',
    hours: isInside === undefined ? 'unknown' : isInside ? 'inside' : 'outside',
  };
}

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
