import type { Logger } from '@aws-lambda-powertools/logger';

import { editedRowOf, changesTerms, TableChanges, type TableChange } from '../../kernel/contract/table-changes.ts';
import { job } from '../../kernel/records/job.ts';
import { rowText, type EditsWatched, type EditsOrder } from '../../kernel/records/use-cases/watch-edits.ts';
import type { Clock, Ids } from '../../kernel/runs/ports.ts';
import { editSuffix, enforceJob, runIdOf } from '../../kernel/runs/run-id.ts';
import { jobFrame } from '../../kernel/runtime/job-frame.ts';
import { logRun } from '../../kernel/runtime/log-run.ts';

/** The changes to hand over again: from the first of these on. */
/** Changes to redeliver: from the first of these on. */
export interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/**
 * Adopts changes of the tables that admins may edit, many at once in one run. Changes of rows that could not be read
 * are handed over again; all of them are if the run could not be ordered or failed.
 */
export function editsHandler({
  logger,
  clock,
  ids,
  run,
}: {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly run: (order: EditsOrder) => Promise<EditsWatched>;
}) {
  return jobFrame(logger, TableChanges).handler(async ({ Records }, context): Promise<BatchAnswer> => {
    const changes = Records.filter(changesTerms);
    if (changes.length === 0) {
      return { batchItemFailures: [] };
    }
    const atMs = clock.now();
    const word = ids.next();
    const runId = runIdOf(job.name, atMs, word);
    const enforceRunId = runIdOf(enforceJob, atMs, `${editSuffix}-${word}`);
    logger.appendKeys({ runId, enforceRunId });
    const stopAtMs = atMs + context.getRemainingTimeInMillis() - job.limits.stopEarlySeconds * 1_000;
    const watched = await run({ runId, enforceRunId, atMs, stopAtMs, rows: rowsIn(changes) });
    const { adopted, invalid } = watched;
    // The run that follows counts the mails.
    logRun(logger, watched, { changes: changes.length, adopted, invalid, alerts: undefined });
    return { batchItemFailures: failuresOf(changes, watched) };
  });
}

/** Each row once, however often it was changed. */
function rowsIn(changes: readonly TableChange[]): EditsOrder['rows'] {
  const rows = changes.flatMap((change) => editedRowOf(change) ?? []);
  return [...new Map(rows.map((row) => [rowText(row), row])).values()];
}

function failuresOf(changes: readonly TableChange[], { isDone, failedRows }: EditsWatched) {
  const failed = new Set(failedRows.map(({ row }) => rowText(row)));
  const isFailed = (change: TableChange): boolean => {
    const row = editedRowOf(change);
    return !isDone || (row !== undefined && failed.has(rowText(row)));
  };
  return changes
    .filter(isFailed)
    .slice(0, 1)
    .map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber }));
}
