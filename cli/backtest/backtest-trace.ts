import { plainText } from '../../shared/terminal/plain-text.ts';
import { readLedgerTrace, type LedgerTrace } from '../../shared/application/queries/backtest-ledger.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { readTrace, type Trace, type WantedUse } from '../../shared/domain/backtest/trace.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes } from '../frame/exit-codes.ts';
import { progressBar } from '../frame/progress-bar.ts';
import { readTraceFrom } from '../frame/read-file.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** The trace of a file. Raises CommandError naming every problem. */
export function traceOfFile(context: CommandContext, path: string): Trace {
  const { rows, repeatedRows, problems } = readTraceFrom(context.io, path);
  if (problems.length > 0) {
    const lines = problems.map(({ at, text }) => plainText(`  ${at}: ${text}`));
    throw new CommandError(`${quotedValue(path)} is not a trace:\n${lines.join('\n')}`, exitCodes.failed, {
      problems: problems.map(({ at, text }) => ({ at, problem: text })),
    });
  }
  if (repeatedRows > 0) {
    context.note(`${counted(repeatedRows, 'row')} repeated the user and day of another: their credits were added up.`);
  }
  return traceOf(rows, 'the file has no rows below its first line; give one row a user and day');
}

/** The trace that the ledger of the installation holds. */
export async function traceOfLedger(context: CommandContext): Promise<ReplayedUse> {
  const bar = progressBar(context.io);
  const { rows, unknownDays, metadataOf } = await withInstallation(context, async ({ ledger, users }) => {
    const onProgress = (done: number, total: number): void => bar.show('Reading the ledger', done, total);
    return readLedgerTrace({ ledger, users, onProgress }, dayOf(context.io.now()));
  }).finally(() => bar.stop());
  const trace = traceOf(
    rows,
    'the ledger holds no complete day yet; let "curfew run enforce" read some, or give a file with --trace',
  );
  context.note('The ledger holds what was granted: a user who was stopped in those days wanted more than is replayed.');
  if (unknownDays > 0) {
    context.note(`${counted(unknownDays, 'day')} in between had no figures, counted as without use.`);
  }
  return { trace, metadataOf };
}

/** What is replayed; the metadata of its users is known where it is the ledger. */
export interface ReplayedUse {
  readonly trace: Trace;
  readonly metadataOf?: LedgerTrace['metadataOf'];
}

function traceOf(rows: readonly WantedUse[], ifEmpty: string): Trace {
  const reading = readTrace(rows);
  if (reading.kind === 'read') {
    return reading.trace;
  }
  switch (reading.reason) {
    case 'empty':
      throw new CommandError(ifEmpty);
    case 'too-long':
      throw new CommandError('the trace spans more than ten years; look for a mistyped date, or give fewer days');
    case 'too-large':
      throw new CommandError('the trace has too many users times days (10 million at most); give fewer days');
  }
}
