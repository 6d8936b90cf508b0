import { fieldsAsleep } from '../../../domain/controls/diff/in-force/in-force.ts';
import { nothingInForce, type Kept, type StateInForce } from '../../../domain/controls/diff/in-force/state-in-force.ts';
import { valueAt } from '../../../domain/controls/diff/tree.ts';
import {
  contentsOf,
  type RevisionEntry,
  type RevisionVersion,
} from '../../../domain/controls/history/revision-entry.ts';
import type {
  ContentPlace,
  ReportedInForce,
  WatchIntent,
  WatchState,
} from '../../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../../domain/controls/json.ts';
import { lastInForceAt, type Search } from '../judge-revision.ts';
import type { RevisionStore } from '../ports.ts';
import { previousOf } from '../stored-revisions.ts';

/** The settings that were last reported as in force, read from where they are stored. */
export type ReportedState = StateInForce<ContentPlace>;

/** What people know to be in force before a report. An installation that kept no record of it yet works it out. */
export async function readReportedState(
  store: RevisionStore,
  { inForce, handled, series, predecessor }: WatchState,
  { at }: WatchIntent,
): Promise<ReportedState> {
  const reported = inForce === undefined ? undefined : await readAt(store, inForce);
  if (reported !== undefined) {
    return reported;
  }
  const newest =
    handled === undefined
      ? await previousOf(store, { series, ...(predecessor && { predecessor }) }, 0)
      : (await store.find(series, [handled.through]))[0];
  return newest === undefined ? nothingInForce : stateOf(store, newest, versionBefore(newest, at));
}

/** What is in force with a content, as the revisions before it say. */
export async function stateOf(
  store: RevisionStore,
  entry: RevisionEntry,
  { digest, isLeftOut }: Pick<RevisionVersion, 'digest'> & Pick<Search, 'isLeftOut'>,
): Promise<ReportedState> {
  const content = await store.read(entry, digest);
  if (content === undefined) {
    return nothingInForce;
  }
  const { settings } = content;
  const asleep = await lastInForceAt(store, entry, { fields: fieldsAsleep(settings), ...(isLeftOut && { isLeftOut }) });
  return { settings, place: { series: entry.series, revision: entry.revision, digest }, asleep };
}

/** The record of a state; none of one that has no place. */
export function recordOf({ place, asleep }: ReportedState): ReportedInForce | undefined {
  const places = [...asleep].flatMap(([field, kept]): [string, ContentPlace][] =>
    kept.place === undefined ? [] : [[field, kept.place]],
  );
  return place === undefined ? undefined : { newest: place, asleep: Object.fromEntries(places) };
}

async function readAt(store: RevisionStore, { newest, asleep }: ReportedInForce): Promise<ReportedState | undefined> {
  const settings = await settingsAt(store, newest);
  if (settings === undefined) {
    return undefined;
  }
  const kept = new Map<string, Kept<ContentPlace>>();
  for (const [field, place] of Object.entries(asleep)) {
    const last = await settingsAt(store, place);
    if (last !== undefined) {
      kept.set(field, { value: valueAt(last, field), place });
    }
  }
  return { settings, place: newest, asleep: kept };
}

async function settingsAt(store: RevisionStore, place: ContentPlace): Promise<JsonObject | undefined> {
  return (await store.read(place, place.digest))?.settings;
}

/** The content that was known before a report: another one that was first seen with it is its news. */
function versionBefore(entry: RevisionEntry, at: string): Pick<RevisionVersion, 'digest'> {
  const versions = contentsOf(entry);
  return versions.findLast(({ seenAt }) => seenAt < at) ?? versions[0] ?? { digest: '' };
}
