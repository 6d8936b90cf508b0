import { storedContents } from '../../shared/application/controls/stored-contents.ts';
import { verifyControls } from '../../shared/application/controls/verify-controls.ts';
import type { ChainHead } from '../../shared/domain/controls/evidence/chain.ts';
import { verificationDocument } from '../../shared/application/queries/controls-documents.ts';
import type { VerificationDocument } from '../../shared/contracts/documents/controls-documents.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `controls verify`: proves the evidence; exit code 1, and the first broken link named, when it does not hold. */
export async function verifyEvidence(context: CommandContext, heads: readonly string[]): Promise<ExitCode> {
  const knownHeads = heads.map(headIn);
  const verdict = await withInstallation(context, async ({ evidence, revisions }) =>
    verifyControls({ evidence, contents: storedContents(revisions) }, knownHeads),
  );
  const { revisionsChecked, revisionsWrong, firstWrong } = verdict;
  const wrong = firstWrong.map(
    ({ seq, revision, problem }) =>
      `Revision ${revision}, which link ${seq} records, ${problem === 'missing' ? 'is not stored any more' : 'is stored with another content'}.`,
  );
  const document = verificationDocument(verdict) satisfies VerificationDocument;
  context.tell({
    json: document,
    text: [
      document.sentence,
      `Revisions compared with what the chain says: ${grouped(revisionsChecked)}, of which ${grouped(revisionsWrong)} differ.`,
      ...wrong,
    ].join('\n'),
  });
  return document.whole ? exitCodes.done : exitCodes.failed;
}

function headIn(text: string): ChainHead {
  const [, seq = '', hash = ''] = /^(\d{1,12}):([0-9a-f]{64})$/u.exec(text.trim().toLowerCase()) ?? [];
  if (seq === '') {
    throw wrongUsage(`--head ${quotedValue(text)} is no link; give number and hash as a mail shows them, 912:06d4…`);
  }
  return { seq: Number(seq), hash };
}
