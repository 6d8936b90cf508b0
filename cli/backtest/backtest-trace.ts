import { readTrace, type Trace, type WantedUse } from '../../shared/backtest/trace.ts';
import { traceOfSpans, type LedgerTrace, type TraceSpan } from '../../shared/backtest/use-cases.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import { historyStart } from '../../shared/ledger/reading-range.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes } from '../frame/exit-codes.ts';
import { readTraceFrom } from '../frame/files/read-file.ts';
import { progressBar } from '../frame/progress-bar.ts';

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

/** The longest part of the ledger that is replayed: three years, a week a call. */
const weeksMax = 157;

/** The trace that the ledger of the installation holds. */
export async function traceOfLedger(context: CommandContext): Promise<ReplayedUse> {
  const bar = progressBar(context.io);
  const today = dayOf(context.io.now());
  const spans = await withApi(context, async (api) => {
    const read: TraceSpan[] = [];
    for (let week = 0; week < weeksMax; week += 1) {
      bar.show('Reading the ledger', week, weeksMax);
      const through = addDays(today, -7 * week);
      if (through < historyStart) {
        break;
      }
      const given = { from: addDays(through, -6), through, ...(week === 0 && { people: 'true' as const }) };
      read.unshift((await api.read('showTrace', given)).document);
    }
    return read;
  }).finally(() => bar.stop());
  const { rows, unknownDays, metadataOf } = traceOfSpans(spans);
  const trace = traceOf(
    rows,
    'the ledger holds no complete day yet; let "npx curfew run enforce" read some, or give a file with --trace',
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
