import { afterSettings, fieldsAsleep, lastValues } from '../../../control-diff/in-force.ts';
import { overlaid, valueAt, withValueAt } from '../../../control-diff/tree.ts';
import type { ControlChange } from '../../control-change.ts';
import { isInRanges } from '../../history/number-range.ts';
import { contentsOf, latestVersion, type RevisionEntry } from '../../history/revision-entry.ts';
import type { ContentPlace } from '../../history/watch-state.ts';
import type { JsonObject } from '../../json.ts';
import { changesOf, contentIn, judgeOf, stepBetween, type Content } from '../judge-revision.ts';
import type { StoredStep } from '../stored-revisions.ts';
import { addInForce, addStep, stateOf, stepsMax, type DraftContext, type LateState } from './report-draft.ts';

/**
 * Adds a revision that appeared after a later one was reported, then the later one again. Changes they share were
 * reported before; what only the late one allowed or denied is reported now, as ended by the later one. Nothing in
 * force changes.
 */
export async function addLate(of: DraftContext, { entry, previous }: StoredStep): Promise<void> {
  const { deps, draft, intent } = of;
  if (draft.steps.length >= stepsMax) {
    return;
  }
  const content = await contentIn(deps, entry);
  const step = stepBetween(previous && (await contentIn(deps, previous)), content);
  const { before, revision } = step;
  draft.late ??= await successorOf(of, entry);
  const own = await changesOf(deps, step);
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

/** The changes between two states that were never the newest, and the revision's own changes reported before. */
function changesFrom(
  { deps }: DraftContext,
  {
    content,
    late,
    settings,
    own,
  }: {
    readonly content: Content;
    readonly late: LateState;
    readonly settings: JsonObject;
    readonly own: readonly ControlChange[];
  },
): readonly ControlChange[] {
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

interface Rewritten {
  readonly before: Content;
  readonly after: Content;
}

/** The last reported revision, still the newest, has other content: in force before all that follows. */
export async function addRewrittenNewest(of: DraftContext): Promise<void> {
  for (const { after } of await rewrittenIn(of)) {
    if (isReportedAsNewest(of, after.entry) && of.draft.reported.place?.digest !== after.digest) {
      await addInForce(of, after, { isRewritten: true });
    }
  }
}

/** An older revision is served with other content, which changes nothing in force. */
export async function addRewrittenPast(of: DraftContext): Promise<void> {
  const { deps, draft } = of;
  const isReported = new Set(draft.steps.filter((step) => step.isRewritten).map(({ digest }) => digest));
  for (const { before, after } of await rewrittenIn(of)) {
    const { entry } = after;
    if (!isReported.has(after.digest) && !isReportedAsNewest(of, entry)) {
      const changes = await changesOf(deps, stepBetween(before, after));
      const reported = changes.map((change): ControlChange => ({ ...change, notes: [...change.notes, past] }));
      addStep(of, { ...after, changes: reported, previous: entry, flags: { isRewritten: true } });
    }
  }
}

const past = 'Later revisions decide what is in force now: this one says otherwise than before what was in force then.';

/** A content reported before is the newest again, as when a history shrinks or is rewritten back: it is in force. */
export async function addReturned(of: DraftContext): Promise<void> {
  const { deps, intent, draft } = of;
  const { newest } = intent;
  const reported = draft.reported.place;
  if (newest === undefined || reported === undefined || isSameContent(newest, reported)) {
    return;
  }
  const [entry] = await deps.revisions.find(newest.series, [newest.revision]);
  const revision = entry && (await deps.revisions.read(entry, newest.digest));
  if (entry !== undefined && revision !== undefined) {
    await addInForce(of, { entry, digest: newest.digest, revision }, { isBack: true });
  }
}

/** A digest covers the number too. */
function isSameContent(one: ContentPlace, other: ContentPlace): boolean {
  return one.series === other.series && one.digest === other.digest;
}

function isReportedAsNewest({ draft }: DraftContext, { series, revision }: RevisionEntry): boolean {
  const { place } = draft.reported;
  return place?.series === series && place.revision === revision;
}

async function rewrittenIn({ deps, intent }: DraftContext): Promise<readonly Rewritten[]> {
  const found: Rewritten[] = [];
  for (const alarm of intent.alarms) {
    const [entry] = alarm.kind === 'rewritten' ? await deps.revisions.find(alarm.series, [alarm.revision]) : [];
    const [older, newer] = entry === undefined ? [] : contentsOf(entry).slice(-2);
    if (entry !== undefined && older !== undefined && newer !== undefined) {
      const before = await deps.revisions.read(entry, older.digest);
      const revision = await deps.revisions.read(entry, newer.digest);
      if (before !== undefined && revision !== undefined) {
        found.push({
          before: { entry, digest: older.digest, revision: before },
          after: { entry, digest: newer.digest, revision },
        });
      }
    }
  }
  return found;
}
