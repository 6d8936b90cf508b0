import type { Announcement } from '../../domain/controls/announcements/announcement.ts';
import type { ControlChange } from '../../domain/controls/control-change.ts';
import type { Judge } from '../../domain/controls/diff/judge.ts';
import { circumstancesOf, type ControlsPolicy } from '../../domain/controls/history/circumstances.ts';
import { latestVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { Revision } from '../../domain/controls/revision.ts';
import { invariant } from '../../domain/invariant.ts';
import { lastInForce } from './last-in-force.ts';
import type { RevisionStore } from './ports.ts';

/** How two states of the controls are compared; the worst change first. */
export type DiffControls = (before: JsonObject, after: JsonObject, judge?: Judge) => readonly ControlChange[];

export interface ReportDeps {
  readonly revisions: RevisionStore;
  readonly diff: DiffControls;
  readonly policy: ControlsPolicy;
  /** `sessionRetentionDays` of the approved baseline. */
  readonly retentionDays?: number | undefined;
  /** What was announced; nothing unless given. */
  readonly announcements?: readonly Announcement[];
}

/** A revision, the settings before it, and the revision whose they are: absent for the first there is. */
interface ChangedBy {
  readonly revision: Revision;
  readonly before: JsonObject;
  readonly previous: RevisionEntry | undefined;
}

/** What a revision changed, worst first, weighed by who made it and when. */
export async function changesOf(
  deps: ReportDeps,
  { revision, before, previous }: ChangedBy,
): Promise<readonly ControlChange[]> {
  const inForce = await lastInForce(deps.revisions, previous, { before, after: revision.settings });
  return deps.diff(before, revision.settings, { ...judgeOf(deps, revision), lastInForce: inForce });
}

/** What bears upon the changes of a revision beside what they are. */
export function judgeOf(
  { policy, retentionDays, announcements = [] }: ReportDeps,
  { actor, updatedAt }: Revision,
): Judge {
  const madeAtMs = Date.parse(updatedAt);
  const circumstances = circumstancesOf(actor, updatedAt, policy);
  return {
    actor,
    ...(announcements.length === 0 || Number.isNaN(madeAtMs) ? {} : { announcements, madeAtMs }),
    ...(retentionDays === undefined ? {} : { baselineRetentionDays: retentionDays }),
    ...(circumstances.actor === 'unknown' ? {} : { isApproved: circumstances.actor === 'approved' }),
    ...(circumstances.hours === 'unknown' ? {} : { isWithinWorkingHours: circumstances.hours === 'inside' }),
  };
}

/** The newest content of a revision. */
export async function contentOf(store: RevisionStore, entry: RevisionEntry): Promise<Revision> {
  const content = await store.read(entry, latestVersion(entry).digest);
  invariant(content !== undefined, 'the content of a revision is stored before its entry');
  return content;
}
