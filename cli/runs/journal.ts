import { renderTable } from '../../local/terminal/table.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { addDays, dayOf, daysBetween, isDay, type Day } from '../../shared/domain/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
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
  const through = dayIn('--through', options.through) ?? dayOf(context.io.now());
  const from = dayIn('--from', options.from) ?? addDays(through, 1 - usualDays);
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
    rows.length === 0 ? `Nothing was done from ${from} to ${through}.` : renderTable(columns, rows, context.style);
  context.tell({ json: entries, text });
  return exitCodes.done;
}

function dayIn(option: string, text: string | undefined): Day | undefined {
  if (text !== undefined && !isDay(text)) {
    throw wrongUsage(`${option} ${quotedValue(text)} is not a day; give one such as 2026-03-15`);
  }
  return text;
}
