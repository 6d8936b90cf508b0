import type { ControlChange } from '../../domain/controls/control-change.ts';
import { inForceIn } from '../../domain/controls/diff/in-force.ts';
import { overlaid } from '../../domain/controls/diff/overlaid.ts';
import { afterSettings, lastValues, type Kept } from '../../domain/controls/diff/state-in-force.ts';
import { isInRanges } from '../../domain/controls/history/number-range.ts';
import { latestVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { ContentPlace } from '../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import { fieldsAsleep } from '../../domain/controls/diff/in-force.ts';
import { changesOf, contentOf, judgeOf } from './judge-revision.ts';
import type { StoredStep } from './read-stored.ts';
import { addStep, stepsMax, type Content, type TellerOf } from './tell-steps.ts';
import { stateOf, type ToldState } from './told-in-force.ts';

/**
 * Tells a revision that appears after a later one was told as if it were not there, and then that one again. What both
 * have in common was told; what was let through or kept out only in between is told now, and as ended with the later
 * one. Of the state in force nothing is changed by it.
 */
export async function tellLate(of: TellerOf, { entry, previous }: StoredStep): Promise<void> {
  const { deps, teller, intent } = of;
  if (teller.steps.length >= stepsMax) {
    return;
  }
  const revision = await contentOf(deps.revisions, entry);
  const content = { entry, digest: latestVersion(entry).digest, revision };
  const before = previous === undefined ? {} : (await contentOf(deps.revisions, previous)).settings;
  teller.late ??= await successorOf(of, entry);
  const own = await changesOf(deps, { revision, before, previous });
  if (teller.late === undefined) {
    addStep(of, { ...content, changes: own, previous, flags: {} });
    return;
  }
  const { state, successor } = teller.late;
  const isAgain = !isInRanges(entry.revision, intent.revisions) && entry.revision === successor.revision;
  const settings = isAgain ? revision.settings : overlaid(state.settings, { from: before, to: revision.settings });
  const changes = tellFrom(of, { content, state, settings, own });
  addStep(of, { ...content, changes, previous, flags: {} });
  teller.late = isAgain ? undefined : { successor, state: afterSettings(state, { settings, place: placeOf(content) }) };
  if (!isAgain) {
    teller.told = withAsleep(teller.told, content);
  }
}

/** What comes into force between two states that were never the newest, and of the revision's own changes what was told. */
function tellFrom(
  { deps }: TellerOf,
  step: {
    readonly content: Content;
    readonly state: ToldState;
    readonly settings: JsonObject;
    readonly own: readonly ControlChange[];
  },
): readonly ControlChange[] {
  const { content, state, settings, own } = step;
  const judge = { ...judgeOf(deps, content.revision), lastInForce: lastValues(state) };
  const news = deps.diff(state.settings, settings, judge);
  const paths = new Set(news.map(({ path }) => path));
  const known = own.filter(({ path }) => !paths.has(path));
  return [...news, ...known.map((change): ControlChange => ({ ...change, quiet: change.quiet ?? 'told' }))];
}

/** The revision that was told in the place of one that appears late, and what was in force with it. */
async function successorOf(
  { deps, intent }: TellerOf,
  { series, revision }: RevisionEntry,
): Promise<{ readonly successor: RevisionEntry; readonly state: ToldState } | undefined> {
  for (let from = revision + 1; ; from += 1) {
    const [next] = await deps.revisions.list(series, from, 1);
    if (next === undefined) {
      return undefined;
    }
    if (!isInRanges(next.revision, intent.revisions)) {
      return { successor: next, state: await stateOf(deps.revisions, next, latestVersion(next)) };
    }
    from = next.revision;
  }
}

/** A field without effect now may have had one later than was known. */
function withAsleep(told: ToldState, content: Content): ToldState {
  const place = placeOf(content);
  const asleep = new Map<string, Kept<ContentPlace>>(told.asleep);
  for (const field of fieldsAsleep(told.settings)) {
    const { isInForce, value } = inForceIn(content.revision.settings, field);
    const known = asleep.get(field)?.place;
    const isEarlier = known === undefined || (known.series === place.series && known.revision < place.revision);
    if (isInForce && isEarlier) {
      asleep.set(field, { value, place });
    }
  }
  return { ...told, asleep };
}

function placeOf({ entry, digest }: Content): ContentPlace {
  return { series: entry.series, revision: entry.revision, digest };
}
