import type { ControlChange } from '../../../domain/controls/control-change.ts';
import { contentsOf, latestVersion, type RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { Revision } from '../../../domain/controls/revision.ts';
import { changesOf } from '../judge-revision.ts';
import { addStep, type TellerOf } from './report-draft.ts';
import { tellInForce } from './add-steps.ts';

/** A revision whose other content a report is the first to tell of, with both contents. */
interface Rewritten {
  readonly entry: RevisionEntry;
  readonly before: Revision;
  readonly revision: Revision;
}

/** The revision that was told as the newest is served with another content: that is in force before all that follows. */
export async function tellRewrittenNewest(of: TellerOf): Promise<void> {
  for (const { entry, revision } of await rewrittenIn(of)) {
    const { digest } = latestVersion(entry);
    if (isToldAsNewest(of, entry) && of.teller.told.place?.digest !== digest) {
      tellInForce(of, { entry, digest, revision }, { isRewritten: true });
    }
  }
}

/** An older revision is served with another content: what is in force is as it was, and what was once may not be. */
export async function tellRewrittenPast(of: TellerOf): Promise<void> {
  const { deps, teller } = of;
  const isTold = new Set(teller.steps.filter((step) => step.isRewritten).map(({ digest }) => digest));
  for (const { entry, before, revision } of await rewrittenIn(of)) {
    const { digest } = latestVersion(entry);
    if (!isTold.has(digest) && !isToldAsNewest(of, entry)) {
      const changes = await changesOf(deps, { revision, before: before.settings, previous: entry });
      const told = changes.map((change): ControlChange => ({ ...change, notes: [...change.notes, past] }));
      addStep(of, { entry, digest, revision, changes: told, previous: entry, flags: { isRewritten: true } });
    }
  }
}

const past = 'Later revisions decide what is in force now: this one says otherwise than before what was in force then.';

/** What was told before is served as the newest again, as when a history shrinks or is rewritten back: it is in force. */
export async function tellBack(of: TellerOf): Promise<void> {
  const { deps, intent, teller } = of;
  const { newest } = intent;
  const told = teller.told.place;
  const isSame =
    newest?.series === told?.series && newest?.revision === told?.revision && newest?.digest === told?.digest;
  if (newest === undefined || told === undefined || isSame) {
    return;
  }
  const [entry] = await deps.revisions.find(newest.series, [newest.revision]);
  const revision = entry && (await deps.revisions.read(entry, newest.digest));
  if (entry !== undefined && revision !== undefined) {
    tellInForce(of, { entry, digest: newest.digest, revision }, { isBack: true });
  }
}

function isToldAsNewest({ teller }: TellerOf, { series, revision }: RevisionEntry): boolean {
  const { place } = teller.told;
  return place?.series === series && place.revision === revision;
}

async function rewrittenIn({ deps, intent }: TellerOf): Promise<readonly Rewritten[]> {
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
