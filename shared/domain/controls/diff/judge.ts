import type { Actor } from '../revision.ts';
import type { LastInForce } from './in-force.ts';
import type { ControlOverrides } from './catalogue/field-rule.ts';

/** What bears upon a change and is not in the two trees. All of it may be unknown, and then raises nothing. */
export interface Judge {
  readonly actor?: Actor;
  /** Whether the actor is on the list of approved changers. */
  readonly isApproved?: boolean;
  readonly isWithinWorkingHours?: boolean;
  /** `sessionRetentionDays` of the approved baseline. */
  readonly baselineRetentionDays?: number;
  readonly overrides?: ControlOverrides;
  /** What fields were that had no effect before, when they last had one. */
  readonly lastInForce?: LastInForce;
}
