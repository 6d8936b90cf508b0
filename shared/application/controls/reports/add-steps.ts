import { afterSettings, lastValues } from '../../../domain/controls/diff/in-force/state-in-force.ts';
import { latestVersion, type RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { ContentPlace } from '../../../domain/controls/history/watch-state.ts';
import { contentOf, judgeOf } from '../judge-revision.ts';
import type { StoredStep } from '../read-stored.ts';
import { addStep, stepsMax, type Content, type StepFlags, type DraftContext } from './report-draft.ts';
import { addLate } from './add-late.ts';

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
