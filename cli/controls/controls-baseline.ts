import { basename } from 'node:path';

import { describeBaseline } from '../../shared/controls/baseline.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText, readableDate } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { standardInput } from '../frame/files/read-bytes.ts';
import { revisionIn } from './controls.ts';
import { changesText } from './describe-changes.ts';
import { changeIn } from './describe-check.ts';
import { fingerprintFor, readSettingsFile } from './settings-file.ts';

/** `controls baseline show`: what is approved, and where the newest controls are not so. */
export async function showBaseline(context: CommandContext): Promise<ExitCode> {
  return showAnswer(context, ['showBaseline', {}], { text: describeApproved });
}

/** `controls baseline approve REV|FILE`. */
export async function approveOne(context: CommandContext, text: string): Promise<ExitCode> {
  const revision = revisionIn(text);
  const body = revision === undefined ? fileBody(context, text) : { revision };
  return showAnswer(context, ['approveBaseline', { body }], {
    text: (approved) =>
      `The baseline is now ${plainText(describeBaseline(approved))}. From the next run on, every deviation from it is reported.`,
  });
}

function describeApproved({ approved, deviations }: OperationDocument<'showBaseline'>, style: Style): string {
  if (approved === null) {
    return 'No baseline is approved; "npx curfew controls baseline approve REV" approves a stored revision.';
  }
  const blocks = deviations.map(({ since, changes, exception }) => {
    const permit = exception === null ? '' : `, exception ${exception.ticket} until ${minuteText(exception.expires)}`;
    return `${plainText(`Deviates since ${readableDate(since)}${permit}`)}\n${changesText(changes.map(changeIn), style)}`;
  });
  return [
    plainText(`The baseline is ${describeBaseline(approved)}.`),
    ...(blocks.length === 0 ? ['The controls are as approved.'] : blocks),
  ].join('\n\n');
}

function fileBody(context: CommandContext, path: string) {
  const fingerprint = fingerprintFor(context, { isComparedWithStored: true });
  return {
    settings: readSettingsFile(context.io, path, fingerprint),
    name: path === standardInput ? 'standard input' : basename(path),
  };
}
