import type { ControlChange } from '../../../domain/controls/control-change.ts';
import { contentsOf, latestVersion, type RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { ContentPlace } from '../../../domain/controls/history/watch-state.ts';
import type { Revision } from '../../../domain/controls/revision.ts';
import { changesOf } from '../judge-revision.ts';
import { addStep, type DraftContext } from './report-draft.ts';
import { addInForce } from './add-steps.ts';

/** A revision whose second content is reported for the first time, with both contents. */
interface Rewritten {
  readonly entry: RevisionEntry;
  readonly before: Revision;
  readonly revision: Revision;
}

/** The revision last reported as the newest is served with another content: that is in force before all that follows. */
export async function addRewrittenNewest(of: DraftContext): Promise<void> {
  for (const { entry, revision } of await rewrittenIn(of)) {
    const { digest } = latestVersion(entry);
    if (isReportedAsNewest(of, entry) && of.draft.reported.place?.digest !== digest) {
      addInForce(of, { entry, digest, revision }, { isRewritten: true });
    }
  }
}

/** An older revision is served with another content: it changes nothing of what is in force now. */
export async function addRewrittenPast(of: DraftContext): Promise<void> {
  const { deps, draft } = of;
  const isReported = new Set(draft.steps.filter((step) => step.isRewritten).map(({ digest }) => digest));
  for (const { entry, before, revision } of await rewrittenIn(of)) {
    const { digest } = latestVersion(entry);
    if (!isReported.has(digest) && !isReportedAsNewest(of, entry)) {
      const changes = await changesOf(deps, { revision, before: before.settings, previous: entry });
      const reported = changes.map((change): ControlChange => ({ ...change, notes: [...change.notes, past] }));
      addStep(of, { entry, digest, revision, changes: reported, previous: entry, flags: { isRewritten: true } });
    }
  }
}

const past = 'Later revisions decide what is in force now: this one says otherwise than before what was in force then.';

/** A content that was reported before is the newest again, as when a history shrinks or is rewritten back: it is in force. */
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
    addInForce(of, { entry, digest: newest.digest, revision }, { isBack: true });
  }
}

/** The digest is one of the number, too. */
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
      found.push(...(before === undefined || revision === undefined ? [] : [{ entry, before, revision }]));
    }
  }
  return found;
}
