import { controlsRules } from '../../shared/wiring/watch-ports.ts';
import type { ControlChange } from '../../shared/domain/controls/control-change.ts';
import type { EvaluatedRevision } from '../../shared/application/controls/evaluated-revisions.ts';
import type { JsonObject } from '../../shared/domain/controls/json.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { changeDocument, changesText } from './controls-rows.ts';
import { controlsWork, fingerprintFor, storedRevision } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { revisionIn } from './revision-argument.ts';
import { readSettingsFile } from './settings-file.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `controls diff A B`: what leads from one to the other. Two files need no installation. */
export async function diffTwo(context: CommandContext, before: string, after: string): Promise<ExitCode> {
  const isComparedWithStored = [before, after].some((side) => revisionIn(side) !== undefined);
  const fingerprint = fingerprintFor(context, { isComparedWithStored });
  const read = (path: string): JsonObject => readSettingsFile(path, fingerprint);
  const changes = isComparedWithStored
    ? await diffStored(context, [before, after], read)
    : controlsRules().diff(read(before), read(after));
  context.tell({
    json: changes.map(changeDocument),
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
    const work = await controlsWork(installation);
    const sideOf = async (text: string): Promise<Side> => {
      const revision = revisionIn(text);
      const step = revision === undefined ? undefined : await storedRevision(work, revision);
      return { step, settings: step?.settings ?? read(text) };
    };
    const [from, to] = [await sideOf(before), await sideOf(after)];
    // From one revision to the next it is known who did it and when, and that weighs too.
    return isNext(from, to) ? (to.step?.changes ?? []) : work.deps.diff(from.settings, to.settings);
  });
}

interface Side {
  readonly step: EvaluatedRevision | undefined;
  readonly settings: JsonObject;
}

function isNext({ step: from }: Side, { step: to }: Side): boolean {
  return from !== undefined && to?.previous?.revision === from.revision && to.previous.series === from.series;
}
