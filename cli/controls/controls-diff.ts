import { diffControls } from '../../shared/control-diff/diff-controls.ts';
import type { ControlsDiffDocument } from '../../shared/controls/contract/controls-documents.ts';
import { controlChangeDocument } from '../../shared/controls/use-cases/controls-documents.ts';
import { diffRevisions } from '../../shared/controls/use-cases/read-revisions.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { printAnswer, showAnswer } from '../frame/connection/show-answer.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { revisionIn } from './controls.ts';
import { changesText } from './describe-changes.ts';
import { changeIn } from './describe-check.ts';
import { fingerprintFor, readSettingsFile } from './settings-file.ts';

/** `controls diff A B`: what leads from one to the other. Two files need no installation. */
export async function diffTwo(context: CommandContext, before: string, after: string): Promise<ExitCode> {
  const isComparedWithStored = [before, after].some((side) => revisionIn(side) !== undefined);
  const fingerprint = fingerprintFor(context, { isComparedWithStored });
  const settingsOf = (path: string) => ({ settings: readSettingsFile(context.io, path, fingerprint) });
  if (isComparedWithStored) {
    const sideOf = (text: string) => {
      const revision = revisionIn(text);
      return revision === undefined ? settingsOf(text) : { revision };
    };
    const body = { before: sideOf(before), after: sideOf(after) };
    return showAnswer(context, ['compareControls', { body }], { text: describeDiff });
  }
  const changes = diffRevisions(diffControls, settingsOf(before), settingsOf(after)).map(controlChangeDocument);
  return printAnswer(context, changes, { text: describeDiff });
}

function describeDiff(changes: ControlsDiffDocument, style: Style): string {
  return changes.length === 0 ? 'Nothing differs.' : changesText(changes.map(changeIn), style);
}
