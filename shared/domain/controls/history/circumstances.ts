import { isApprovedChanger } from '../approved-changers.ts';
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
