import { announcementRecord } from '../../shared/controls/contract/announcement.ts';
import { exceptionRecord } from '../../shared/controls/contract/control-exception.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenAs, plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';

/** A text that is left out is an empty one, for the decision on the exception to name. */
const nothingSaid = Object.fromEntries(exceptionRecord.names.map((name) => [name, '']));

/** `exceptions add CONTROL`: a permission for a control to be other than approved, until it expires. */
export async function addOneException(context: CommandContext, given: Given): Promise<ExitCode> {
  const from = new Date(context.io.now()).toISOString();
  const plain = { ...nothingSaid, from, ...plainFromGiven(exceptionRecord, given).plain };
  const body = exceptionRecord.format(termsFrom(exceptionRecord, plain)) as never;
  const asked = withApi(context, async (api) => api.show('addException', { body }));
  return printShown(context, await saidOfOptions(exceptionRecord, asked));
}

/** `controls announce PATH`: a change that is going to be made. */
export async function announceOne(context: CommandContext, given: Given): Promise<ExitCode> {
  const { plain } = plainFromGiven(announcementRecord, given);
  const body = announcementRecord.format(termsFrom(announcementRecord, plain)) as never;
  const asked = withApi(context, async (api) => api.show('announceChange', { body }));
  return printShown(context, await saidOfOptions(announcementRecord, asked));
}

/** Says of wrong fields by which option or argument they are given. */
async function saidOfOptions<T, Key, Terms extends Key>(
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

/** `… list`: those in force or to come, announcements each with its revisions; with `all`, those that are over too. */
export async function listAllowances(
  context: CommandContext,
  list: 'listAnnouncements' | 'listExceptions',
  { all }: { readonly all: boolean },
): Promise<ExitCode> {
  const given = all ? { all: 'true' as const } : {};
  const shown = await withApi(context, async (api) => api.show(list, given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

/** `… end ID`. */
export async function endAllowance(
  context: CommandContext,
  end: 'endAnnouncement' | 'endException',
  id: string,
): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show(end, { id })));
}
