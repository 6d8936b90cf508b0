import { exceptionRecord } from '../../shared/contracts/records/control-exception.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import { plainFromGiven, termsFrom, type Given, givenAs } from '../records/record-options.ts';
import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import { Problem } from '../../shared/admin-api/problem.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { announcementRecord } from '../../shared/contracts/records/announcement.ts';

/** A text that is left out is an empty one, for the decision on the exception to name. */
const nothingSaid = Object.fromEntries(exceptionRecord.names.map((name) => [name, '']));

/** `exceptions add CONTROL`: a permission for a control to be other than approved, until it expires. */
export async function addOneException(context: CommandContext, given: Given): Promise<ExitCode> {
  const from = new Date(context.io.now()).toISOString();
  const plain = { ...nothingSaid, from, ...plainFromGiven(exceptionRecord, given).plain };
  const body = exceptionRecord.format(termsFrom(exceptionRecord, plain)) as never;
  const shown = await saidOfOptions(
    exceptionRecord,
    withApi(context, async (api) => api.show('addException', { body })),
  );
  return printShown(context, shown);
}

/** `exceptions list`: those in force or to come; with `all`, those that are over too. */
export async function listExceptions(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const given = all ? { all: 'true' as const } : {};
  const shown = await withApi(context, async (api) => api.show('listExceptions', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

/** `exceptions end ID`. */
export async function endOneException(context: CommandContext, id: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('endException', { id })));
}

/** Says of wrong fields by which option or argument they are given. */
export async function saidOfOptions<T, Key, Terms extends Key>(
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

/** `controls announce PATH`: a change that is going to be made. */
export async function announceOne(context: CommandContext, given: Given): Promise<ExitCode> {
  const { plain } = plainFromGiven(announcementRecord, given);
  const body = announcementRecord.format(termsFrom(announcementRecord, plain)) as never;
  const shown = await saidOfOptions(
    announcementRecord,
    withApi(context, async (api) => api.show('announceChange', { body })),
  );
  return printShown(context, shown);
}

/** `controls announcements list`: those that hold; with `all`, those that are over too. Each with its revisions. */
export async function listAnnouncements(
  context: CommandContext,
  { all }: { readonly all: boolean },
): Promise<ExitCode> {
  const given = all ? { all: 'true' as const } : {};
  const shown = await withApi(context, async (api) => api.show('listAnnouncements', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

/** `controls announcements end ID`. */
export async function endOneAnnouncement(context: CommandContext, id: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('endAnnouncement', { id })));
}
