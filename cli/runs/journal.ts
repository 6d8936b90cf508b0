import { renderTable } from '../../shared/terminal/table.ts';
import type { JournalDocument } from '../../shared/contracts/documents/journal-document.ts';
import { addDays, dayOf, daysBetween } from '../../shared/domain/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { dayIn } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface JournalOptions {
  readonly from?: string;
  readonly through?: string;
  readonly limit: number;
}

const usualDays = 7;
const daysMax = 400;

/** `journal`: what was done, by whom, in a range of days; the last week unless told otherwise. */
export async function showJournal(context: CommandContext, options: JournalOptions): Promise<ExitCode> {
  const through = options.through === undefined ? dayOf(context.io.now()) : dayIn('--through', options.through);
  const from = options.from === undefined ? addDays(through, 1 - usualDays) : dayIn('--from', options.from);
  const days = daysBetween(from, through) + 1;
  if (days < 1 || days > daysMax) {
    throw wrongUsage(`--from ${from} to --through ${through} is not 1 to ${daysMax} days; choose others`);
  }
  const entries = await withInstallation(context, async ({ journal }) =>
    journal.list({ from, through }, options.limit),
  );
  const rows = entries.map(({ at, kind, actor, subject = '', detail }) => [
    at,
    kind,
    actor,
    subject,
    JSON.stringify(detail),
  ]);
  const columns = [{ title: 'At' }, { title: 'Kind' }, { title: 'Who' }, { title: 'Subject' }, { title: 'Detail' }];
  const text =
    rows.length === 0
      ? `Nothing was done from ${from} to ${through}.`
      : [renderTable(columns, rows, context.style), ...restText(entries.length, options.limit)].join('\n');
  context.tell({ json: entries satisfies JournalDocument, text });
  return exitCodes.done;
}

function restText(count: number, limit: number): readonly string[] {
  return count < limit ? [] : [`These are the newest ${limit} entries at most; --limit shows more.`];
}
