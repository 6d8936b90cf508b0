import { describeEntry } from '../../shared/journal/describe-entry.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import type { RunRecordDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { cleanText, plainText } from '../../shared/kernel/texts/plain-text.ts';
import { weekdayAndDay } from '../../shared/kernel/texts/run-out.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import { wrapped } from '../../shared/terminal/fit-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { openRunText } from '../status/describe-status.ts';

interface RunsAsked {
  /** At most so many, the newest. */
  readonly newest: number;
  readonly status: string | undefined;
}

/** Runs as a table, in their order. */
export function describeRuns(runs: readonly RunRecordDocument[], { newest, status }: RunsAsked, style: Style): string {
  if (runs.length === 0) {
    return status === undefined ? 'There are no runs yet.' : `No run is ${status}.`;
  }
  const rows = runs.map((run) => [
    run.run,
    run.startedAt,
    run.status ?? openRunText(run.cutOff),
    run.dataThrough ?? '',
    grouped(run.capsChanged),
    grouped(run.capsFailed),
  ]);
  const columns = [
    { title: 'Run' },
    { title: 'Started' },
    { title: 'Status' },
    { title: 'Data through' },
    { title: 'Caps changed', align: 'right' },
    { title: 'Failed', align: 'right' },
  ] as const;
  const rest =
    runs.length < newest ? [] : [`These are the newest ${newest} at most; --limit shows more, --all every one.`];
  return [renderTable(columns, rows, style), ...rest].join('\n');
}

interface JournalAsked {
  readonly from: string;
  readonly through: string;
  /** At most so many entries. */
  readonly count: string;
}

/** Entries of the journal under their UTC days, in their order: a sentence each. */
export function describeJournal(
  entries: OperationDocument<'listJournal'>['rows'],
  { from, through, count }: JournalAsked,
  { colors, columns }: Style,
): string {
  if (entries.length === 0) {
    return `Nothing was done from ${dayText(from)} to ${dayText(through)}.`;
  }
  const days = [...Map.groupBy(entries, ({ at }) => at.slice(0, 10))].map(([day, ofDay]) => {
    const lines = ofDay.flatMap((entry) => {
      const said = columns === undefined ? cleanText(describeEntry(entry)) : plainText(describeEntry(entry));
      const folded = columns === undefined ? [said] : wrapped(said, Math.max(20, columns - timeColumns));
      return folded.map(
        (line, index) => `${index === 0 ? ` ${entry.at.slice(11, 16)}  ` : ' '.repeat(timeColumns)}${line}`,
      );
    });
    return [colors.bold(`${weekdayAndDay(day)} ${day.slice(0, 4)} (UTC)`), ...lines].join('\n');
  });
  const rest =
    entries.length < Number(count) ? [] : [`These are the first ${count} entries at most; --limit shows more.`];
  return [...days, ...rest].join('\n\n');
}

/** A time, with a space before it and two behind. */
const timeColumns = 8;
