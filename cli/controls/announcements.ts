import { announcementRecord } from '../../shared/contracts/records/announcement.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import { plainFromGiven, termsFrom, type Given } from '../records/record-options.ts';
import { saidOfOptions } from './said-of-options.ts';

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
