import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { dayIn } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

export interface JournalOptions {
  readonly from?: string;
  readonly through?: string;
  readonly limit: number;
}

const entriesMax = 99_999;

/** `journal`: what was done, by whom, in a range of days; the last week unless told otherwise. */
export async function showJournal(
  context: CommandContext,
  { from, through, limit }: JournalOptions,
): Promise<ExitCode> {
  const given = {
    count: String(Math.min(limit, entriesMax)),
    ...(from !== undefined && { from: dayIn('--from', from) }),
    ...(through !== undefined && { through: dayIn('--through', through) }),
  };
  const shown = await withApi(context, async (api) => api.show('listJournal', given));
  return printShown(context, shown, ({ rows }) => rows);
}
