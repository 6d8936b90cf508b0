import { findRunningApi, linksTo } from '../../local/state/running-file.ts';
import { calendarText } from '../../shared/calendar/api/calendar-text.ts';
import { readCalendar } from '../../shared/calendar/api/read-calendar.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { writeWhole } from '../frame/files/write-file.ts';

/** `calendar`: what the caller may see of coming resets and ends, as iCalendar (RFC 5545). */
export async function writeCalendar(context: CommandContext, out: string | undefined): Promise<ExitCode> {
  const events = await withApi(context, readCalendar);
  const text = calendarText(events, context.io.now());
  if (out !== undefined) {
    writeWhole(out, text);
    context.print({ json: { events, out }, text: `${events.length} events were written to ${out}.` });
  } else if (context.options.json === true) {
    context.print({ json: { events }, text: '' });
  } else {
    context.io.writeOut(text);
  }
  return exitCodes.done;
}

/** `calendar url`: a new address for a calendar app. */
export async function makeAddress(context: CommandContext): Promise<ExitCode> {
  const { chosen } = context;
  const here = chosen.kind === 'deployment' ? undefined : linksTo(findRunningApi(chosen.stateDir)).doorUrl;
  if (chosen.kind !== 'deployment' && here === undefined) {
    throw new CommandError('No calendar app could poll: Curfew does not run here; begin it with npm start');
  }
  return showAnswer(context, ['makeCalendarAddress', {}], {
    text: ({ links, path }) => `${links ?? here ?? ''}${path}`,
    as: ({ links, path, ...made }) => ({ ...made, links: links ?? here ?? null, path }),
    notes: ({ links }) => [
      'Shown once. The address is the key: keep it to yourself. "npx curfew calendar revoke" ends it.',
      ...((links ?? here) === undefined ? ['It begins with where Curfew is reached, ending in /requests/link.'] : []),
    ],
  });
}

/** `calendar revoke`: every address of the caller's calendar. */
export async function revokeAddresses(context: CommandContext): Promise<ExitCode> {
  return showAnswer(context, ['revokeCalendarAddresses', {}], {
    text: ({ revoked }) => `Revoked: ${counted(revoked.length, 'address', 'addresses')} of your calendar.`,
  });
}
