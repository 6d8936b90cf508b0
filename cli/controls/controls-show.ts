import { plainText } from '../../local/terminal/plain-text.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { acknowledgementOf, changeDocument, changesText, stepDocument, whoText } from './controls-rows.ts';
import { controlsWork, storedRevision } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { requireRevision } from './revision-argument.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `controls show REV`: who made it, what it changed, and with --json the settings too, their secrets replaced. */
export async function showControls(context: CommandContext, text: string): Promise<ExitCode> {
  const revision = requireRevision(text);
  const { step, acknowledgements } = await withInstallation(context, async (installation) => ({
    step: await storedRevision(await controlsWork(installation), revision),
    acknowledgements: await installation.decisions.listAcknowledgements(),
  }));
  const { changes, settings, previous, updatedAt, seenAt, digest, circumstances, problems } = step;
  const acknowledged = acknowledgementOf(step, acknowledgements);
  const facts = [
    `Revision ${revision}, ${previous === undefined ? 'the first one known' : `after ${previous.revision}`}`,
    `Made at ${updatedAt} by ${whoText(step)}${circumstances.hours === 'outside' ? ', outside working hours' : ''}`,
    `First seen at ${seenAt}; SHA-256 ${digest}`,
    ...(acknowledged === undefined
      ? []
      : [`Acknowledged by ${acknowledged.by} at ${acknowledged.at}: ${acknowledged.reason}`]),
    ...problems,
  ];
  const changed = changes.length === 0 ? 'It changed nothing.' : changesText(changes, context.style);
  context.tell({
    json: { ...stepDocument(step, acknowledgements), changes: changes.map(changeDocument), settings },
    text: `${facts.map(plainText).join('\n')}\n\n${changed}`,
  });
  return exitCodes.done;
}
