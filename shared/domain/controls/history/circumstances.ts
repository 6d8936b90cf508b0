import type { Circumstances } from '../controls-report.ts';
import type { Actor } from '../revision.ts';

/** When people are at work. */
export interface WorkingHours {
  /** An IANA time zone. */
  readonly timeZone: string;
  /** ISO weekdays. */
  readonly days: readonly number[];
  /** `HH:MM`; `until` is not included. */
  readonly from: string;
  readonly until: string;
}

/** Who may change the controls, and when it is usual. */
export interface ControlsPolicy {
  /** Emails or user ids; nobody is held to be unapproved while there is none. */
  readonly approvedChangers: readonly string[];
  readonly workingHours?: WorkingHours | undefined;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Under which circumstances a revision was made. */
export function circumstancesOf(actor: Actor, updatedAt: string, policy: ControlsPolicy): Circumstances {
  return { actor: approvalOf(actor, policy.approvedChangers), hours: hoursOf(updatedAt, policy.workingHours) };
}

function approvalOf({ id, email }: Actor, approved: readonly string[]): Circumstances['actor'] {
  if (approved.length === 0) {
    return 'unknown';
  }
  const names = new Set(approved.map((name) => name.trim().toLowerCase()));
  const isApproved = [id, email].some((name) => name !== undefined && names.has(name.trim().toLowerCase()));
  return isApproved ? 'approved' : 'not-approved';
}

function hoursOf(updatedAt: string, hours: WorkingHours | undefined): Circumstances['hours'] {
  const instantMs = Date.parse(updatedAt);
  if (hours === undefined || Number.isNaN(instantMs)) {
    return 'unknown';
  }
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: hours.timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instantMs);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  const time = `${part('hour')}:${part('minute')}`;
  const isWorkday = hours.days.includes(weekdays.indexOf(part('weekday')) + 1);
  return isWorkday && hours.from <= time && time < hours.until ? 'inside' : 'outside';
}
