import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A Tuesday in the middle of a working day, long after the platform's history begins. */
const usualMoment = '2026-11-24T10:00:00Z';

/** Whether the suite runs at another moment than its usual one: `npm run soak -- calendar`. */
export const isMoved = process.env['CURFEW_TEST_MOMENT'] !== undefined;

/**
 * The options of Node (`NODE_OPTIONS`) by which the suite and the programs that it starts run at a moment of their own, so
 * that no test depends on the day on which it runs: the usual one, or what `CURFEW_TEST_MOMENT` names (ISO date-time, UTC).
 * The clock goes on from there. Throws RangeError for what is no date-time.
 */
export function nodeOptionsAt(
  { CURFEW_TEST_MOMENT: moment = usualMoment, NODE_OPTIONS: others = '' }: NodeJS.ProcessEnv,
  machineNowMs: number,
): string {
  const momentMs = Date.parse(moment);
  if (Number.isNaN(momentMs)) {
    throw new RangeError(`CURFEW_TEST_MOMENT is a date-time such as ${usualMoment}, and not ${moment}`);
  }
  const clock = pathToFileURL(join(import.meta.dirname, 'moved-clock.ts'));
  clock.searchParams.set('aheadMs', String(momentMs - machineNowMs));
  return `${others} --import=${clock.href}`.trim();
}
