import {
  afterSettings,
  fieldsAsleep,
  fieldsWoken,
  lastValues,
  nothingInForce,
  type ValueInForce,
  type StateInForce,
} from '../../../control-diff/in-force.ts';
import { valueAt } from '../../../control-diff/tree.ts';
import type { ControlChange } from '../../control-change.ts';
import type { ControlStep } from '../../controls-report.ts';
import { circumstancesOf } from '../../history/circumstances.ts';
import { isInRanges } from '../../history/number-range.ts';
import { contentsOf, type RevisionEntry, type RevisionPlace } from '../../history/revision-entry.ts';
import type { ContentPlace, ReportedInForce, WatchIntent, WatchState } from '../../history/watch-state.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { RevisionStore } from '../../ports.ts';
import { changesOf, judgeOf, lastInForceAt, type Content, type ReportDeps, type Search } from '../judge-revision.ts';
import { previousOf } from '../stored-revisions.ts';

/** Changes listed per step, and of all steps; beyond the latter only serious ones are listed. */
const changesPerStepMax = 200;
const changesMax = 2_000;
/** Changes are computed for this many steps: more than a person reads, and a bound on time. */
export const stepsMax = 1_000;

/** A report being composed: its steps, each compared with what the previous one left in force. */
interface ReportDraft {
  readonly steps: ControlStep[];
  reported: ReportedState;
  /** Set while late revisions are added: those that appeared after a later one was reported. */
  late: LateState | undefined;
  listed: number;
}

export interface DraftContext {
  readonly deps: ReportDeps;
  readonly intent: WatchIntent;
  readonly draft: ReportDraft;
}

export function reportDraft(reported: ReportedState): ReportDraft {
  return { steps: [], reported, late: undefined, listed: 0 };
}

export interface LateState {
  readonly successor: RevisionEntry;
  readonly state: ReportedState;
  /** The fields without effect in the successor, with their values there. */
  readonly kept: ReadonlyMap<string, Json | undefined>;
}

type StepFlags = { readonly isBack?: true; readonly isRewritten?: true };

/** Adds a step to the report, with as many changes as fit. */
export function addStep(
  { deps, draft, intent }: DraftContext,
  step: Content & {
    readonly changes: readonly ControlChange[];
    readonly previous: RevisionPlace | undefined;
    readonly flags: StepFlags;
  },
): void {
  const { entry, digest, revision, changes, previous, flags } = step;
  const isRoom = draft.listed < changesMax;
  const reported = isRoom ? changes.slice(0, changesPerStepMax) : changes.filter(isGrave).slice(0, 20);
  const actor = flags.isBack === true ? {} : revision.actor;
  const isOdd = flags.isBack === true || flags.isRewritten === true;
  draft.listed += reported.length;
  draft.steps.push({
    series: entry.series,
    revision: entry.revision,
    ...(previous === undefined ? {} : { previous: { series: previous.series, revision: previous.revision } }),
    actor,
    updatedAt: revision.updatedAt,
    circumstances: circumstancesOf(actor, revision.updatedAt, deps.policy),
    changes: reported,
    changesMore: changes.length - reported.length,
    problems: revision.problems,
    isLate: !isOdd && !isInRanges(entry.revision, intent.revisions),
    ...flags,
    digest,
  });
}

function isGrave({ severity }: ControlChange): boolean {
  return severity === 'critical' || severity === 'high';
}

/** Adds what a content brings into force; it is in force from now on. */
export async function addInForce(of: DraftContext, content: Content, flags: StepFlags = {}): Promise<void> {
  const { draft } = of;
  const { revision, entry, digest } = content;
  const before = draft.reported;
  const changes = await changesInForce(of, content, flags);
  const place = { series: entry.series, revision: entry.revision, digest };
  draft.reported = afterSettings(before, { settings: revision.settings, place });
  addStep(of, { ...content, changes, previous: before.place, flags });
}

async function changesInForce({ deps, draft }: DraftContext, { revision, digest }: Content, { isBack }: StepFlags) {
  const { settings: before, place } = draft.reported;
  if (isBack !== true && fieldsWoken(before, revision.settings).length === 0) {
    // The same difference is used as evidence. Its last value does not matter when no field comes into force.
    return changesOf(deps, { revision, before, previous: place, digests: [place?.digest, digest] });
  }
  // The author of a content did not necessarily bring it back.
  const judge = isBack === true ? {} : judgeOf(deps, revision);
  return deps.diff(before, revision.settings, { ...judge, lastInForce: lastValues(draft.reported) });
}

export type ReportedState = StateInForce<ContentPlace>;

/** What readers know to be in force before a report. An installation without a record of it computes it. */
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

/** What is in force with a content, by the revisions before it. */
export async function stateOf(
  store: RevisionStore,
  entry: RevisionEntry,
  { digest, isLeftOut }: { readonly digest: string } & Pick<Search, 'isLeftOut'>,
): Promise<ReportedState> {
  const content = await store.read(entry, digest);
  if (content === undefined) {
    return nothingInForce;
  }
  const { settings } = content;
  const asleep = await lastInForceAt(store, entry, { fields: fieldsAsleep(settings), ...(isLeftOut && { isLeftOut }) });
  return { settings, place: { series: entry.series, revision: entry.revision, digest }, asleep };
}

/** The record of a state; undefined when it has no place. */
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
  const kept = new Map<string, ValueInForce<ContentPlace>>();
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

/** The content known before a report: one first seen with it is its news. */
function versionBefore(entry: RevisionEntry, at: string): { readonly digest: string } {
  const versions = contentsOf(entry);
  return versions.findLast(({ seenAt }) => seenAt < at) ?? versions[0] ?? { digest: '' };
}
