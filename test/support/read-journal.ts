import * as z from 'zod';

import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import type { CommandResult } from './command-line.ts';

/**
 * The journal of the days on which nights of tests are, and of the last ones by the clock, when edits and decisions are
 * made: all that lies between would be more days than one command reads, on a later day of the calendar.
 */
export async function readJournal<S extends z.ZodType>(
  curfew: (...args: readonly string[]) => Promise<CommandResult>,
  entry: S,
): Promise<readonly z.output<S>[]> {
  const periods = [
    ['--from', '2026-01-01', '--through', '2026-03-31'],
    ['--from', addDays(dayOf(Date.now()), -100)],
  ];
  const read: z.output<S>[] = [];
  for (const period of periods) {
    read.push(...(await curfew('journal', ...period, '--limit', '99999', '--json')).read(z.array(entry)));
  }
  return read;
}
