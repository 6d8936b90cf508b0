import { afterSettings, lastValues } from '../../../domain/controls/diff/state-in-force.ts';
import { latestVersion, type RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { ContentPlace } from '../../../domain/controls/history/watch-state.ts';
import { contentOf, judgeOf } from '../judge-revision.ts';
import type { StoredStep } from '../read-stored.ts';
import { addStep, stepsMax, type Content, type Flags, type TellerOf } from './report-draft.ts';
import { tellLate } from './add-late.ts';

/** Tells a stored step. One that is newer than all that was told comes into force; another one was in force once. */
export async function tellStored(of: TellerOf, { entry, previous }: StoredStep): Promise<void> {
  const { teller, deps } = of;
  if (isOlder(entry, teller.told.place)) {
    await tellLate(of, { entry, previous });
    return;
  }
  const revision = await contentOf(deps.revisions, entry);
  const content = { entry, digest: latestVersion(entry).digest, revision };
  if (teller.steps.length >= stepsMax) {
    teller.waiting = content;
  } else {
    tellInForce(of, content);
  }
}

/** Tells what comes into force with a content, which is in force from now on. */
export function tellInForce(of: TellerOf, content: Content, flags: Flags = {}): void {
  const { deps, teller } = of;
  const { revision, entry, digest } = content;
  const before = teller.told;
  // Who made a content is not who brought it back.
  const judge = flags.isBack === true ? {} : judgeOf(deps, revision);
  const changes = deps.diff(before.settings, revision.settings, { ...judge, lastInForce: lastValues(before) });
  const place = { series: entry.series, revision: entry.revision, digest };
  teller.told = afterSettings(before, { settings: revision.settings, place });
  addStep(of, { ...content, changes, previous: before.place, flags });
}

/** Tells what was kept back for want of room. */
export function tellWaiting(of: TellerOf): void {
  const { waiting } = of.teller;
  if (waiting !== undefined) {
    of.teller.waiting = undefined;
    tellInForce(of, waiting);
  }
}

function isOlder({ series, revision }: RevisionEntry, told: ContentPlace | undefined): boolean {
  return told !== undefined && (series < told.series || (series === told.series && revision <= told.revision));
}
