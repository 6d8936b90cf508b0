import type { CommandContext } from '../frame/command-context.ts';
import { withApi } from '../frame/connection/with-api.ts';
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
  const shown = await withApi(context, async (api) => api.show('verifyEvidence', { body }));
  context.print({ json: shown.document, text: shown.text });
  return shown.ending === undefined ? exitCodes.done : exitCodes.failed;
}
