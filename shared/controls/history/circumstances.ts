import { emailKey } from '../../roster/email.ts';
import type { Circumstances } from '../controls-report.ts';
import type { Actor } from '../revision.ts';
import { isWithinHours, type WorkingHours } from '../working-hours.ts';

export interface ControlsPolicy {
  /** Emails or user ids; empty: every author counts as approved. */
  readonly approvedChangers: readonly string[];
  readonly workingHours?: WorkingHours | undefined;
}

export function circumstancesOf(actor: Actor, updatedAt: string, policy: ControlsPolicy): Circumstances {
  const isApproved = isApprovedChanger(actor, policy.approvedChangers);
  const isInside = policy.workingHours === undefined ? undefined : isWithinHours(updatedAt, policy.workingHours);
  return {
    actor: isApproved === undefined ? 'unknown' : isApproved ? 'approved' : 'not-approved',
    hours: isInside === undefined ? 'unknown' : isInside ? 'inside' : 'outside',
  };
}

/**
 * Whether the author of a change is an approved changer: by email, case-insensitively, or by id. Names do not count,
 * and an unknown author is not approved. Undefined without a list.
 */
export function isApprovedChanger({ id, email }: Actor, approved: readonly string[]): boolean | undefined {
  if (approved.length === 0) {
    return undefined;
  }
  const entries = approved.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const key = email === undefined ? '' : emailKey(email);
  return entries.some((entry) => entry === id?.trim() || (key !== '' && emailKey(entry) === key));
}
