import { afterSettings, lastValues } from '../../../domain/controls/diff/in-force/state-in-force.ts';
import { latestVersion, type RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { ContentPlace } from '../../../domain/controls/history/watch-state.ts';
import { contentOf, judgeOf, changesOf } from '../judge-revision.ts';
import type { StoredStep } from '../stored-revisions.ts';
import { addStep, stepsMax, type Content, type StepFlags, type DraftContext, type LateState } from './report-draft.ts';
import type { ControlChange } from '../../../domain/controls/control-change.ts';
import { fieldsAsleep } from '../../../domain/controls/diff/in-force/in-force.ts';
import { valueAt, withValueAt, overlaid } from '../../../domain/controls/diff/tree.ts';
import { isInRanges } from '../../../domain/controls/history/number-range.ts';
import type { JsonObject } from '../../../domain/controls/json.ts';
import { stateOf } from './reported-state.ts';

/** Adds a stored step. One that is newer than every reported one comes into force; an older one was in force once. */
export async function addStored(of: DraftContext, { entry, previous }: StoredStep): Promise<void> {
  const { draft, deps } = of;
  if (isOlder(entry, draft.reported.place)) {
    await addLate(of, { entry, previous });
    return;
  }
  const revision = await contentOf(deps.revisions, entry);
  const content = { entry, digest: latestVersion(entry).digest, revision };
  if (draft.steps.length >= stepsMax) {
    draft.waiting = content;
  } else {
    addInForce(of, content);
  }
}

/** Adds what comes into force with a content, which is in force from now on. */
export function addInForce(of: DraftContext, content: Content, flags: StepFlags = {}): void {
  const { deps, draft } = of;
  const { revision, entry, digest } = content;
  const before = draft.reported;
  // Who made a content is not who brought it back.
  const judge = flags.isBack === true ? {} : judgeOf(deps, revision);
  const changes = deps.diff(before.settings, revision.settings, { ...judge, lastInForce: lastValues(before) });
  const place = { series: entry.series, revision: entry.revision, digest };
  draft.reported = afterSettings(before, { settings: revision.settings, place });
  addStep(of, { ...content, changes, previous: before.place, flags });
}

/** Adds the step that was kept back for want of room. */
export function addWaiting(of: DraftContext): void {
  const { waiting } = of.draft;
  if (waiting !== undefined) {
    of.draft.waiting = undefined;
    addInForce(of, waiting);
  }
}

function isOlder({ series, revision }: RevisionEntry, reported: ContentPlace | undefined): boolean {
  return (
    reported !== undefined &&
    (series < reported.series || (series === reported.series && revision <= reported.revision))
  );
}

/**
 * Adds a revision that appeared after a later one was reported, and then the later one again. Changes that both have
 * were reported; what only the late one allowed or denied is reported now, and as ended by the later one. It changes
 * nothing of what is in force.
 */
async function addLate(of: DraftContext, { entry, previous }: StoredStep): Promise<void> {
  const { deps, draft, intent } = of;
  if (draft.steps.length >= stepsMax) {
    return;
  }
  const revision = await contentOf(deps.revisions, entry);
  const content = { entry, digest: latestVersion(entry).digest, revision };
  const before = previous === undefined ? {} : (await contentOf(deps.revisions, previous)).settings;
  draft.late ??= await successorOf(of, entry);
  const own = await changesOf(deps, { revision, before, previous });
  if (draft.late === undefined) {
    addStep(of, { ...content, changes: own, previous, flags: {} });
    return;
  }
  const { state, successor, kept } = draft.late;
  const isAgain = !isInRanges(entry.revision, intent.revisions) && entry.revision === successor.revision;
  const settings = isAgain ? revision.settings : betweenSettings(draft.late, before, revision.settings);
  const changes = changesFrom(of, { content, late: draft.late, settings, own });
  addStep(of, { ...content, changes, previous, flags: {} });
  const next = afterSettings(state, { settings, place: placeOf(content) });
  draft.late = isAgain ? undefined : { successor, kept, state: next };
}

function betweenSettings({ state, kept }: LateState, before: JsonObject, late: JsonObject): JsonObject {
  const settings = overlaid(state.settings, { from: before, to: late });
  return [...kept].reduce((all, [field, value]) => withValueAt(all, field, value), settings);
}

interface Between {
  readonly content: Content;
  readonly late: LateState;
  readonly settings: JsonObject;
  readonly own: readonly ControlChange[];
}

/** The changes between two states that were never the newest, and those of the revision's own that were reported before. */
function changesFrom({ deps }: DraftContext, { content, late, settings, own }: Between): readonly ControlChange[] {
  const { state, kept } = late;
  const judge = { ...judgeOf(deps, content.revision), lastInForce: new Map([...lastValues(state), ...kept]) };
  const news = deps.diff(state.settings, settings, judge);
  const paths = new Set(news.map(({ path }) => path));
  const known = own.filter(({ path, quiet }) => !paths.has(path) && quiet === undefined);
  return [
    ...news,
    ...known.map((change): ControlChange => ({ ...change, quiet: kept.has(change.field) ? 'dormant' : 'told' })),
  ];
}

/** The revision that was reported before one that appears late, and what was in force with it. */
async function successorOf(
  { deps, intent }: DraftContext,
  { series, revision }: RevisionEntry,
): Promise<LateState | undefined> {
  for (let from = revision + 1; ; from += 1) {
    const [next] = await deps.revisions.list(series, from, 1);
    if (next === undefined) {
      return undefined;
    }
    if (!isInRanges(next.revision, intent.revisions)) {
      const isLeftOut = (each: RevisionEntry) => each.series === series && isInRanges(each.revision, intent.revisions);
      const { digest } = latestVersion(next);
      const state = await stateOf(deps.revisions, next, { digest, isLeftOut });
      const kept = new Map(fieldsAsleep(state.settings).map((field) => [field, valueAt(state.settings, field)]));
      return { successor: next, state, kept };
    }
    from = next.revision;
  }
}

function placeOf({ entry, digest }: Content): ContentPlace {
  return { series: entry.series, revision: entry.revision, digest };
}
