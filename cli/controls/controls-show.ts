import { acknowledgementOf, approvalOf, exceptionsOf } from '../../shared/application/queries/controls-documents.ts';
import { showRevision } from '../../shared/application/queries/read-revisions.ts';
import type { RevisionDocument } from '../../shared/contracts/documents/controls-documents.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { changesText, whoText } from './controls-rows.ts';
import { asServed, notStored, revisionRules } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { requireRevision } from './revision-argument.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `controls show REV`: who made it, what it changed, and with --json the settings too, their secrets replaced. */
export async function showControls(context: CommandContext, text: string): Promise<ExitCode> {
  const revision = requireRevision(text);
  const shown = await withInstallation(context, async (installation) =>
    showRevision(asServed(installation), revisionRules(installation), { revision, atMs: context.io.now() }),
  );
  if (shown.kind === 'not-stored') {
    throw notStored(revision);
  }
  const { step, accepted, document } = shown;
  const { changes, previous, updatedAt, seenAt, digest, circumstances, problems } = step;
  const acknowledged = acknowledgementOf(step, accepted.acknowledgements);
  const approved = approvalOf(step, accepted);
  const facts = [
    `Revision ${revision}, ${previous === undefined ? 'the first one known' : `after ${previous.revision}`}`,
    `Made at ${updatedAt} by ${whoText(step)}${circumstances.hours === 'outside' ? ', outside working hours' : ''}`,
    `First seen at ${seenAt}; SHA-256 ${digest}`,
    ...(acknowledged === undefined
      ? []
      : [`Acknowledged by ${acknowledged.by} at ${acknowledged.at}: ${acknowledged.reason}`]),
    ...(approved === undefined ? [] : [`Approved as the baseline by ${approved.approvedBy} at ${approved.approvedAt}`]),
    ...exceptionsOf(step, accepted).map(
      ({ pattern, owner, ticket, reason, expires }) =>
        `${pattern} may deviate until ${expires} (${ticket}, ${owner}): ${reason}`,
    ),
    ...problems,
  ];
  const nothing =
    previous === undefined
      ? 'It is where the known history begins: a starting point, and nobody’s change.'
      : 'It changed nothing.';
  const changed = changes.length === 0 ? nothing : changesText(changes, context.style);
  context.tell({
    json: document satisfies RevisionDocument,
    text: `${facts.map(plainText).join('\n')}\n\n${changed}`,
  });
  return exitCodes.done;
}
