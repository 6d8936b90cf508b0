import { anchorKey, PublicKeyError } from '../../shared/adapters/anchors/anchor-key.ts';
import { readAnchors, type GivenAnchors } from '../../shared/application/controls/anchors/read-anchors.ts';
import { storedContents, verifyControls } from '../../shared/application/controls/evidence/verify-controls.ts';
import type { ChainHead } from '../../shared/domain/controls/evidence/chain.ts';
import { verificationDocument } from '../../shared/application/queries/controls-documents.ts';
import type { VerificationDocument } from '../../shared/contracts/documents/controls-documents.ts';
import { readAnchorLines } from '../../shared/contracts/files/anchor-file.ts';
import type { AnchorKey } from '../../shared/domain/controls/evidence/anchors/check-anchor.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes } from '../frame/read-bytes.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** Ten signed heads a day for over twenty years. */
const keptBytesMax = 100_000_000;

export interface VerifyOptions {
  readonly head: readonly string[];
  readonly publicKey: readonly string[];
  readonly anchors: readonly string[];
}

/** `controls verify`: proves the evidence; exit code 1, and the first broken link named, when it does not hold. */
export async function verifyEvidence(context: CommandContext, options: VerifyOptions): Promise<ExitCode> {
  const knownHeads = options.head.map(headIn);
  const given = givenIn(context, options);
  const { verdict, key } = await withInstallation(context, async ({ evidence, revisions, anchoring }) => {
    const kept = await readAnchors(await anchoring(), given);
    const ports = { evidence, contents: storedContents(revisions) };
    return { verdict: await verifyControls(ports, knownHeads, kept), key: kept.key };
  });
  const { revisionsChecked, revisionsWrong, firstWrong } = verdict;
  const wrong = firstWrong.map(
    ({ seq, revision, problem }) =>
      `Revision ${revision}, which link ${seq} records, ${problem === 'missing' ? 'is not stored any more' : 'is stored with another content'}.`,
  );
  const document = verificationDocument(verdict, key) satisfies VerificationDocument;
  context.tell({
    json: document,
    text: [
      document.sentence,
      ...document.remarks,
      `Revisions compared with what the chain says: ${grouped(revisionsChecked)}, of which ${grouped(revisionsWrong)} differ.`,
      ...wrong,
    ].join('\n'),
  });
  return document.whole ? exitCodes.done : exitCodes.failed;
}

function givenIn(
  { io }: CommandContext,
  { publicKey, anchors }: Pick<VerifyOptions, 'publicKey' | 'anchors'>,
): GivenAnchors {
  const textIn = (file: string): string => new TextDecoder().decode(readBytes(io, file, { bytesMax: keptBytesMax }));
  const keys = publicKey.map((file) => keyIn(file, textIn(file)));
  return {
    keys,
    ...(anchors.length === 0 ? {} : { stored: anchors.flatMap((file) => readAnchorLines(textIn(file))) }),
  };
}

function keyIn(file: string, text: string): AnchorKey {
  try {
    return anchorKey(text);
  } catch (error) {
    if (error instanceof PublicKeyError) {
      throw wrongUsage(
        `--public-key ${quotedValue(file)} cannot be used: ${error.message}; give the PEM of the key that signs the evidence`,
      );
    }
    throw error;
  }
}

function headIn(text: string): ChainHead {
  const [, seq = '', hash = ''] = /^(\d{1,12}):([0-9a-f]{64})$/u.exec(text.trim().toLowerCase()) ?? [];
  if (seq === '') {
    throw wrongUsage(`--head ${quotedValue(text)} is no link; give number and hash as a mail shows them, 912:06d4…`);
  }
  return { seq: Number(seq), hash };
}
