import { controlChangeDocument } from '../../shared/application/queries/controls-documents.ts';
import { diffRevisions, type ComparedSide } from '../../shared/application/queries/read-revisions.ts';
import type { ControlsDiffDocument } from '../../shared/contracts/documents/controls-documents.ts';
import type { ControlChange } from '../../shared/domain/controls/control-change.ts';
import type { JsonObject } from '../../shared/domain/controls/json.ts';
import { controlsRules } from '../../shared/wiring/controls-rules.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { changesText } from './controls-rows.ts';
import { asServed, fingerprintFor, revisionsOf, storedRevision } from './controls-work.ts';
import { revisionIn } from './revision-argument.ts';
import { readSettingsFile } from './settings-file.ts';

/** `controls diff A B`: what leads from one to the other. Two files need no installation. */
export async function diffTwo(context: CommandContext, before: string, after: string): Promise<ExitCode> {
  const isComparedWithStored = [before, after].some((side) => revisionIn(side) !== undefined);
  const fingerprint = fingerprintFor(context, { isComparedWithStored });
  const read = (path: string): JsonObject => readSettingsFile(context.io, path, fingerprint);
  const changes = isComparedWithStored
    ? await diffStored(context, [before, after], read)
    : diffRevisions(controlsRules().diff, { settings: read(before) }, { settings: read(after) });
  context.tell({
    json: changes.map(controlChangeDocument) satisfies ControlsDiffDocument,
    text: changes.length === 0 ? 'Nothing differs.' : changesText(changes, context.style),
  });
  return exitCodes.done;
}

async function diffStored(
  context: CommandContext,
  [before, after]: readonly [string, string],
  read: (path: string) => JsonObject,
): Promise<readonly ControlChange[]> {
  return withInstallation(context, async (installation) => {
    const stored = await revisionsOf(asServed(installation));
    const sideOf = async (text: string): Promise<ComparedSide> => {
      const number = revisionIn(text);
      const revision = number === undefined ? undefined : await storedRevision(stored, number);
      return { revision, settings: revision?.settings ?? read(text) };
    };
    return diffRevisions(stored.deps.diff, await sideOf(before), await sideOf(after));
  });
}
