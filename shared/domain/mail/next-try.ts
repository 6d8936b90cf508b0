import type { OpenMail } from './mail.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The most attempts at a mail that the service refuses temporarily, over about four days. */
export const attemptsMax = 10;

/** After so many attempts, which is more than an hour, the failure will hardly go away by itself. */
export const attemptsOverdue = 4;

/** The pause after so many attempts: a minute, then four times as long each, at most a day. */
export function restMs(attempts: number): number {
  return Math.min(dayMs, minuteMs * 4 ** (attempts - 1));
}

/**
 * From when on a mail may be sent, in Unix milliseconds; undefined when it is not to be sent any more. `aheadMs`: so
 * much later than the clock is the moment as of which its recipient's quiet hours are over.
 */
export function sendableFromMs(
  { state, notBefore }: Omit<OpenMail, 'mailId' | 'writtenAt'>,
  aheadMs = 0,
): number | undefined {
  if (state.kind !== 'written') {
    return undefined;
  }
  const restedMs = state.tryAfter === undefined ? 0 : Date.parse(state.tryAfter);
  return Math.max(restedMs, notBefore === undefined ? 0 : Date.parse(notBefore) - aheadMs);
}
