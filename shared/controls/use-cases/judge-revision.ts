import type { diffControls } from '../../control-diff/diff-controls.ts';
import { fieldsWoken, inForceIn, type ValueInForce } from '../../control-diff/in-force.ts';
import type { Judge, LastInForce } from '../../control-diff/place.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Announcement } from '../announcement.ts';
import type { ControlChange } from '../control-change.ts';
import { circumstancesOf, type ControlsPolicy } from '../history/circumstances.ts';
import { latestVersion, type RevisionEntry, type RevisionPlace } from '../history/revision-entry.ts';
import type { ContentPlace } from '../history/watch-state.ts';
import type { JsonObject } from '../json.ts';
import type { ControlsDecisionStore, RevisionStore } from '../ports.ts';
import type { Revision } from '../revision.ts';

export interface ReportDeps {
  readonly revisions: RevisionStore;
  readonly diff: typeof diffControls;
  readonly policy: ControlsPolicy;
  /** `sessionRetentionDays` of the approved baseline. */
  readonly retentionDays?: number | undefined;
  /** What was announced; default: nothing. */
  readonly announcements?: readonly Announcement[];
  /** Differences judged last for this report: its evidence, steps and findings ask for the same ones. */
  readonly judged?: Map<string, readonly ControlChange[]>;
}

export interface Content {
  readonly entry: RevisionEntry;
  readonly digest: string;
  readonly revision: Revision;
}

/** A revision, the settings before it, and the revision they belong to: absent for the first one. */
interface ChangedBy {
  readonly revision: Revision;
  readonly before: JsonObject;
  readonly previous: RevisionPlace | undefined;
  /** Digests of the contents before and after: the cache key within a report. */
  readonly digests?: readonly [before: string | undefined, after: string];
}

export function stepBetween(before: Content | undefined, { digest, revision }: Content): ChangedBy {
  const digests = [before?.digest, digest] as const;
  return { revision, before: before?.revision.settings ?? {}, previous: before?.entry, digests };
}

/** What a revision changed, worst first, weighed by author and time. */
export async function changesOf(
  deps: ReportDeps,
  { revision, before, previous, digests }: ChangedBy,
): Promise<readonly ControlChange[]> {
  const key = digests === undefined ? undefined : [previous?.series, previous?.revision, ...digests].join('/');
  const known = key === undefined ? undefined : deps.judged?.get(key);
  if (known !== undefined) {
    return known;
  }
  const inForce = await lastInForce(deps.revisions, previous, { before, after: revision.settings });
  const changes = deps.diff(before, revision.settings, { ...judgeOf(deps, revision), lastInForce: inForce });
  if (key !== undefined) {
    keepJudged(deps.judged, key, changes);
  }
  return changes;
}

/** Changes hold pieces of settings that may be large, so only this many stay in memory. */
const judgedMax = 40;

function keepJudged(judged: ReportDeps['judged'], key: string, changes: readonly ControlChange[]): void {
  judged?.set(key, changes);
  const [oldest] = judged?.keys() ?? [];
  if (judged !== undefined && judged.size > judgedMax && oldest !== undefined) {
    judged.delete(oldest);
  }
}

/** The circumstances that weigh on a revision's changes. */
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

export async function contentOf(store: RevisionStore, entry: RevisionEntry): Promise<Revision> {
  const content = await store.read(entry, latestVersion(entry).digest);
  invariant(content !== undefined, 'the content of a revision is stored before its entry');
  return content;
}

export async function contentIn({ revisions }: ReportDeps, entry: RevisionEntry): Promise<Content> {
  return { entry, digest: latestVersion(entry).digest, revision: await contentOf(revisions, entry) };
}

/** `sessionRetentionDays` of the approved baseline, by which a lowered one is judged. */
export async function approvedRetentionDays({
  decisions,
}: {
  readonly decisions: ControlsDecisionStore;
}): Promise<number | undefined> {
  const days = (await decisions.readBaseline())?.baseline.settings['sessionRetentionDays'];
  return typeof days === 'number' ? days : undefined;
}

/** A switch that was off for longer counts as never on before. */
const revisionsMax = 2_000;

/**
 * The last values in force of the fields that a step brings into force, from the stored revisions before it. Reads
 * nothing when no field comes into force.
 */
export async function lastInForce(
  store: RevisionStore,
  previous: RevisionPlace | undefined,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
): Promise<LastInForce> {
  const found =
    previous === undefined ? [] : await lastInForceAt(store, previous, { fields: fieldsWoken(before, after) });
  return new Map([...found].map(([field, { value }]) => [field, value]));
}

export interface Search {
  readonly fields: readonly string[];
  readonly isLeftOut?: (entry: RevisionEntry) => boolean;
}

/** The same for any fields, with the content each was found in. */
export async function lastInForceAt(
  store: RevisionStore,
  previous: RevisionPlace,
  { fields, isLeftOut = () => false }: Search,
): Promise<ReadonlyMap<string, ValueInForce<ContentPlace>>> {
  const wanted = new Set(fields);
  const found = new Map<string, ValueInForce<ContentPlace>>();
  let place = previous;
  for (let read = 0; read < revisionsMax && wanted.size > 0; read += 1) {
    const entry = await entryBefore(store, place);
    if (entry === undefined) {
      break;
    }
    place = entry;
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
  { series, revision }: RevisionPlace,
): Promise<RevisionEntry | undefined> {
  return (await store.findBelow(series, revision)) ?? store.findBelow(series - 1, Number.MAX_SAFE_INTEGER);
}
