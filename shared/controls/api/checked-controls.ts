import type { LastInForce } from '../../control-diff/place.ts';
import type { Operations } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import type { controlsContract } from '../contract/controls-contract.ts';
import type { JsonObject } from '../json.ts';
import { undocumentedFields } from '../proposal/unknown-fields.ts';
import { failOnUsual } from '../proposal/verdict.ts';
import { lastInForce } from '../use-cases/judge-revision.ts';
import type { StoredRevisions } from '../use-cases/read-revisions.ts';
import { checkControls, scoreSettings, type SettingsFrom } from '../use-cases/show-controls-check.ts';
import { asServed, givenSettings, revisionsOf, storedRevision } from './stored-controls.ts';

type ControlsOperations = Operations<typeof controlsContract>;

/** Proposed settings against those in force, or others, and the approved baseline. */
export const checkedControls: ControlsOperations['checkControls'] = async (
  { installation, nowMs },
  { body: { settings, against, failOn = failOnUsual } },
) => {
  const proposed = givenSettings(settings);
  const stored = await revisionsOf(asServed(installation));
  const before =
    against !== undefined && 'settings' in against
      ? given(givenSettings(against.settings))
      : await storedSettings(stored, against?.revision);
  const approved = await installation.decisions.readBaseline();
  const { retentionDays, announcements = [] } = stored.deps;
  const document = checkControls({
    proposed,
    against: before,
    baseline: approved?.baseline,
    exceptions: await installation.decisions.listExceptions(),
    atMs: nowMs,
    diff: stored.deps.diff,
    judge: {
      baselineRetentionDays: retentionDays,
      ...(announcements.length > 0 && { announcements, madeAtMs: nowMs }),
      lastInForce: await lastValues(stored, before, proposed),
    },
    failOn,
    problems: undocumentedFields(proposed, before.settings, installation.readSettings().controls.packs),
  });
  return { document };
};

/** The settings in force, or given ones, by the recommended baseline. */
export const scoredControls: ControlsOperations['scoreControls'] = async (
  { installation, nowMs },
  { body: { settings } },
) => {
  const stored = await revisionsOf(asServed(installation));
  const of = settings === undefined ? await storedSettings(stored, undefined) : given(givenSettings(settings));
  const exceptions = await installation.decisions.listExceptions();
  return { document: scoreSettings({ of, exceptions, atMs: nowMs, diff: stored.deps.diff }) };
};

function given(settings: JsonObject): SettingsFrom {
  return { source: { kind: 'given', name: 'the given settings' }, settings };
}

/** The settings after a stored revision, the newest unless one is named. Raises Problem where there is none. */
async function storedSettings(stored: StoredRevisions, wanted: number | undefined): Promise<SettingsFrom> {
  const { deps, known } = stored;
  const newest = wanted ?? (await deps.revisions.findBelow(known.series, Number.MAX_SAFE_INTEGER))?.revision;
  if (newest === undefined) {
    throw new Problem(
      'not-found',
      'No revision of the controls is stored yet; read the history with "run controls", or give settings to compare with: "controls check FILE --against FILE"',
    );
  }
  const { revision, settings } = await storedRevision(stored, newest);
  return { source: { kind: 'revision', revision }, settings };
}

/** What fields that come into force were when they last had an effect, as the watcher knows it. */
async function lastValues(
  { deps, known }: StoredRevisions,
  { source, settings }: SettingsFrom,
  proposed: JsonObject,
): Promise<LastInForce> {
  const place = source.kind === 'revision' ? { series: known.series, revision: source.revision } : undefined;
  return lastInForce(deps.revisions, place, { before: settings, after: proposed });
}
