import type { Announcement } from '../../domain/controls/announcements/announcement.ts';
import type { ControlChange } from '../../domain/controls/control-change.ts';
import type { diffControls } from '../../domain/controls/diff/diff-controls.ts';
import { fieldsWoken, inForceIn, type Kept } from '../../domain/controls/diff/in-force.ts';
import type { Judge, LastInForce } from '../../domain/controls/diff/place.ts';
import { circumstancesOf, type ControlsPolicy } from '../../domain/controls/history/circumstances.ts';
import { latestVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { ContentPlace } from '../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { Revision } from '../../domain/controls/revision.ts';
import { invariant } from '../../domain/invariant.ts';
import type { ControlsDecisionStore, RevisionStore } from './ports.ts';

export interface ReportDeps {
  readonly revisions: RevisionStore;
  readonly diff: typeof diffControls;
  readonly policy: ControlsPolicy;
  /** `sessionRetentionDays` of the approved baseline. */
  readonly retentionDays?: number | undefined;
  /** What was announced; nothing unless given. */
  readonly announcements?: readonly Announcement[];
  /** What was judged last for the same report: its evidence, its steps and its findings ask for the same differences. */
  readonly judged?: Map<string, readonly ControlChange[]>;
}

/** A content of a revision, with what is known of it. */
export interface Content {
  readonly entry: RevisionEntry;
  readonly digest: string;
  readonly revision: Revision;
}

type RevisionPlace = Pick<RevisionEntry, 'revision' | 'series'>;

/** A revision, the settings before it, and the revision whose they are: absent for the first there is. */
interface ChangedBy {
  readonly revision: Revision;
  readonly before: JsonObject;
  readonly previous: RevisionPlace | undefined;
  /** Of the contents before and after: by them a report knows what it has judged. */
  readonly digests?: readonly [before: string | undefined, after: string];
}

/** The step from one content to another. */
export function stepBetween(before: Content | undefined, { digest, revision }: Content): ChangedBy {
  const digests = [before?.digest, digest] as const;
  return { revision, before: before?.revision.settings ?? {}, previous: before?.entry, digests };
}

/** What a revision changed, worst first, weighed by who made it and when. */
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

/** Changes hold pieces of settings, which may be large: more than one report has by far, and few in memory. */
const judgedMax = 40;

function keepJudged(judged: ReportDeps['judged'], key: string, changes: readonly ControlChange[]): void {
  judged?.set(key, changes);
  const [oldest] = judged?.keys() ?? [];
  if (judged !== undefined && judged.size > judgedMax && oldest !== undefined) {
    judged.delete(oldest);
  }
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

/** The same with what is known of it. */
export async function contentIn({ revisions }: ReportDeps, entry: RevisionEntry): Promise<Content> {
  return { entry, digest: latestVersion(entry).digest, revision: await contentOf(revisions, entry) };
}

/** `sessionRetentionDays` of the approved baseline, which the judgement of a lowered one depends on. */
export async function approvedRetentionDays({
  decisions,
}: {
  readonly decisions: Pick<ControlsDecisionStore, 'readBaseline'>;
}): Promise<number | undefined> {
  const days = (await decisions.readBaseline())?.baseline.settings['sessionRetentionDays'];
  return typeof days === 'number' ? days : undefined;
}

/** A switch that was off for longer is taken as never having been on before. */
const revisionsMax = 2_000;

/**
 * What the fields that come into force with a step last were while they were in force, from the stored revisions before
 * it. Nothing is read where no field comes into force.
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

/** Which fields are looked for, and which revisions count as not there. */
export interface Search {
  readonly fields: readonly string[];
  readonly isLeftOut?: (entry: RevisionEntry) => boolean;
}

/** The same of any fields, with the content in which each stands. */
export async function lastInForceAt(
  store: RevisionStore,
  previous: RevisionPlace,
  { fields, isLeftOut = () => false }: Search,
): Promise<ReadonlyMap<string, Kept<ContentPlace>>> {
  const wanted = new Set(fields);
  const found = new Map<string, Kept<ContentPlace>>();
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
