import type { Announcement } from '../../domain/controls/announcements/announcement.ts';
import type { ControlChange } from '../../domain/controls/control-change.ts';
import type { Judge, LastInForce } from '../../domain/controls/diff/place.ts';
import { circumstancesOf, type ControlsPolicy } from '../../domain/controls/history/circumstances.ts';
import { latestVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { Revision } from '../../domain/controls/revision.ts';
import { invariant } from '../../domain/invariant.ts';
import type { RevisionStore } from './ports.ts';
import { fieldsWoken, inForceIn } from '../../domain/controls/diff/in-force/in-force.ts';
import type { Kept } from '../../domain/controls/diff/in-force/state-in-force.ts';
import type { ContentPlace } from '../../domain/controls/history/watch-state.ts';

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

/** A switch that was off for longer is taken as never having been on before. */
const revisionsMax = 2_000;

/**
 * What the fields that come into force with a step last were while they were in force, from the stored revisions before
 * it. Nothing is read where no field comes into force.
 */
export async function lastInForce(
  store: RevisionStore,
  previous: RevisionEntry | undefined,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
): Promise<LastInForce> {
  const found =
    previous === undefined ? [] : await lastInForceAt(store, previous, { fields: fieldsWoken(before, after) });
  return new Map([...found].map(([field, { value }]) => [field, value]));
}

/** Which fields are looked for, and which revisions count as not there. */
export interface Search {
  readonly fields: readonly string[];
  readonly isLeftOut?: (entry: RevisionEntry) => boolean;
}

/** The same of any fields, with the content in which each stands. */
export async function lastInForceAt(
  store: RevisionStore,
  previous: RevisionEntry,
  { fields, isLeftOut = () => false }: Search,
): Promise<ReadonlyMap<string, Kept<ContentPlace>>> {
  const wanted = new Set(fields);
  const found = new Map<string, Kept<ContentPlace>>();
  let entry = previous;
  for (let read = 0; read < revisionsMax && wanted.size > 0; read += 1) {
    const before = await entryBefore(store, entry);
    if (before === undefined) {
      break;
    }
    entry = before;
    const { digest } = latestVersion(entry);
    const content = isLeftOut(entry) ? undefined : await store.read(entry, digest);
    if (content === undefined) {
      continue;
    }
    for (const field of wanted) {
      const { isInForce, value } = inForceIn(content.settings, field);
      if (isInForce) {
        found.set(field, { value, place: { series: entry.series, revision: entry.revision, digest } });
        wanted.delete(field);
      }
    }
  }
  return found;
}

async function entryBefore(
  store: RevisionStore,
  { series, revision }: RevisionEntry,
): Promise<RevisionEntry | undefined> {
  return (await store.findBelow(series, revision)) ?? store.findBelow(series - 1, Number.MAX_SAFE_INTEGER);
}
