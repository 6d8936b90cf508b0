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
}

/** A revision, the settings before it, and the revision whose they are: absent for the first there is. */
export interface ChangedBy {
  readonly revision: Revision;
  readonly before: JsonObject;
  readonly previous: RevisionEntry | undefined;
}

/** What a revision changed, worst first, weighed by who made it and when. */
export async function changesOf(
  { diff, policy, retentionDays, revisions }: ReportDeps,
  { revision, before, previous }: ChangedBy,
): Promise<readonly ControlChange[]> {
  const { actor, hours } = circumstancesOf(revision.actor, revision.updatedAt, policy);
  const judge: Judge = {
    actor: revision.actor,
    ...(retentionDays === undefined ? {} : { baselineRetentionDays: retentionDays }),
    ...(actor === 'unknown' ? {} : { isApproved: actor === 'approved' }),
    ...(hours === 'unknown' ? {} : { isWithinWorkingHours: hours === 'inside' }),
  };
  const inForce = await lastInForce(revisions, previous, { before, after: revision.settings });
  return diff(before, revision.settings, { ...judge, lastInForce: inForce });
}

/** The newest content of a revision. */
export async function contentOf(store: RevisionStore, entry: RevisionEntry): Promise<Revision> {
  const content = await store.read(entry, latestVersion(entry).digest);
  invariant(content !== undefined, 'the content of a revision is stored before its entry');
  return content;
}
