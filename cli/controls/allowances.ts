import { announcementRecord } from '../../shared/controls/contract/announcement.ts';
import { exceptionRecord } from '../../shared/controls/contract/control-exception.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenAs, plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { grantedTable, termsOf } from '../records/record-rows.ts';

/** Missing texts are sent empty, so that the API names them. */
const emptyTexts = Object.fromEntries(exceptionRecord.names.map((name) => [name, '']));

/** `exceptions add CONTROL`: lets a control deviate from the baseline until the exception expires. */
export async function addOneException(context: CommandContext, given: Given): Promise<ExitCode> {
  const from = new Date(context.io.now()).toISOString();
  const plain = { ...emptyTexts, from, ...plainFromGiven(exceptionRecord, given).plain };
  const body = exceptionRecord.format(termsFrom(exceptionRecord, plain)) as never;
  return namingOptions(
    exceptionRecord,
    showAnswer(context, ['addException', { body }], {
      text: ({ id, pattern, expires, owner }) =>
        plainText(
          `Exception ${String(id)}: ${String(pattern)} may deviate until ${String(expires)}, and ${String(owner)} answers for it. Its end is told.`,
        ),
    }),
  );
}

/** `controls announce PATH`: a planned change. */
export async function announceOne(context: CommandContext, given: Given): Promise<ExitCode> {
  const { plain } = plainFromGiven(announcementRecord, given);
  const body = announcementRecord.format(termsFrom(announcementRecord, plain)) as never;
  return namingOptions(
    announcementRecord,
    showAnswer(context, ['announceChange', { body }], { text: (made) => plainText(describeAnnounced(made)) }),
  );
}

/** Rewords problems of fields by the options or arguments that give the fields. */
async function namingOptions<T, Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  asked: Promise<T>,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Problem && error.fields.length > 0) {
      throw wrongUsage(error.fields.map(({ field, problem }) => `${givenAs(record, field)} ${problem}`).join('\n'));
    }
    throw error;
  }
}

function describeAnnounced(made: OperationDocument<'announceChange'>): string {
  const { pattern, values, until, by } = termsOf(announcementRecord, made);
  const what = values.length === 0 ? '' : `, ${values.join(', ')}`;
  return `Announcement ${String(made['id'])}: ${pattern}${what}, until ${minuteText(until)}, by ${by ?? 'anybody'}. What goes further is reported as ever.`;
}

/** `exceptions list`: present and future ones; with `--all`, past ones too. */
export async function listExceptions(context: CommandContext, { options }: Given): Promise<ExitCode> {
  const all = options['all'] === true;
  const nothing = all ? 'There are no exceptions.' : 'No exception is in force; --all shows past ones.';
  return showAnswer(context, ['listExceptions', all ? { all: 'true' } : {}], {
    text: ({ rows }, style) => (rows.length === 0 ? nothing : grantedTable(exceptionRecord, rows, style)),
    as: rowsOf,
  });
}

/** `controls announcements list`: likewise, each with the revisions made under it. */
export async function listAnnouncements(context: CommandContext, { options }: Given): Promise<ExitCode> {
  const all = options['all'] === true;
  const nothing = all ? 'Nothing was announced.' : 'Nothing is announced; --all shows what is over.';
  return showAnswer(context, ['listAnnouncements', all ? { all: 'true' } : {}], {
    text: ({ rows }, style) =>
      rows.length === 0
        ? nothing
        : [grantedTable(announcementRecord, rows, style), ...madeLines(rows), ...unusedLines(rows)].join('\n'),
    as: rowsOf,
  });
}

type Announcements = OperationDocument<'listAnnouncements'>['rows'];

function revisionsOf(row: Announcements[number]): readonly number[] {
  return row['revisions'] as readonly number[];
}

function madeLines(rows: Announcements): readonly string[] {
  return rows.flatMap((row) => {
    const revisions = revisionsOf(row);
    return revisions.length === 0
      ? []
      : [plainText(`${String(row['id'])} (${String(row['ticket'])}): made with revision ${revisions.join(', ')}.`)];
  });
}

function unusedLines(rows: Announcements): readonly string[] {
  return rows
    .filter((row) => row['status'] === 'expired' && revisionsOf(row).length === 0)
    .map((row) => plainText(`${String(row['id'])} (${String(row['ticket'])}): over, and no change was made under it.`));
}

export async function endException(context: CommandContext, { words: [id = ''] }: Given): Promise<ExitCode> {
  return showAnswer(context, ['endException', { id }], {
    text: ({ ticket }) => plainText(`The exception ${String(ticket)} is over: the control has to be as approved.`),
  });
}

export async function endAnnouncement(context: CommandContext, { words: [id = ''] }: Given): Promise<ExitCode> {
  return showAnswer(context, ['endAnnouncement', { id }], {
    text: ({ ticket }) =>
      plainText(`The announcement ${String(ticket)} is taken back: the change is reported as any other.`),
  });
}
