import type { Announcement } from '../announcements/announcement.ts';
import type { Actor } from '../revision.ts';
import type { Json } from '../json.ts';
import type { ControlOverrides } from './catalogue/field-rule.ts';

/**
 * What fields that have no effect now were when they last had one, by field; undefined where they were not set. A field
 * that never had an effect is absent.
 */
export type LastInForce = ReadonlyMap<string, Json | undefined>;

/** Facts about a change that are not in the two trees. Unknown facts raise no severity. */
export interface Judge {
  readonly actor?: Actor;
  /** Whether the actor is on the list of approved changers. */
  readonly isApproved?: boolean;
  readonly isWithinWorkingHours?: boolean;
  /** `sessionRetentionDays` of the approved baseline. */
  readonly baselineRetentionDays?: number;
  readonly overrides?: ControlOverrides;
  /** What was announced, and when the change was made, in Unix milliseconds. */
  readonly announcements?: readonly Announcement[];
  readonly madeAtMs?: number;
  /** What fields were that had no effect before, when they last had one. */
  readonly lastInForce?: LastInForce;
}
