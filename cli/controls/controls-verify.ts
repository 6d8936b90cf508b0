import type { VerificationDocument } from '../../shared/controls/contract/controls-documents.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes } from '../frame/files/read-bytes.ts';

/** Ten signed heads a day for over ten years. */
const keptBytesMax = 60_000_000;

export interface VerifyOptions {
  readonly head: readonly string[];
  readonly publicKey: readonly string[];
  readonly anchors: readonly string[];
}

/** `controls verify`: proves the evidence; exit code 1, and the first broken link named, when it does not hold. */
export async function verifyEvidence(context: CommandContext, options: VerifyOptions): Promise<ExitCode> {
  const textIn = (file: string): string =>
    new TextDecoder().decode(readBytes(context.io, file, { bytesMax: keptBytesMax }));
  const body = {
    heads: [...options.head],
    publicKeys: options.publicKey.map(textIn),
    anchors: options.anchors.map(textIn),
  };
  return showAnswer(context, ['verifyEvidence', { body }], {
    text: describeVerification,
    ends: ({ whole }) => (whole ? exitCodes.done : exitCodes.failed),
  });
}

function describeVerification(verified: VerificationDocument): string {
  const { sentence, remarks, revisionsChecked, revisionsWrong, firstWrong } = verified;
  const wrong = firstWrong.map(
    ({ seq, revision, problem }) =>
      `Revision ${revision}, which link ${seq} records, ${problem === 'missing' ? 'is not stored any more' : 'is stored with another content'}.`,
  );
  const compared = `Revisions compared with what the chain says: ${grouped(revisionsChecked)}, of which ${grouped(revisionsWrong)} differ.`;
  return [sentence, ...remarks, compared, ...wrong].join('\n');
}
