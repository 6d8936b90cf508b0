import { medianOf, robustDeviationOf } from '../forecast/robust-statistics.ts';
import { dayOf, msPerDay } from '../time/day.ts';
import type { Session } from './session.ts';
import { childIdsIn, leastCredits } from './session-credits.ts';

/** What a session of the organization usually uses, in the platform's unit. */
export interface UsualCredits {
  readonly median: number;
  /** A session past this is far off. */
  readonly far: number;
  readonly sessions: number;
}

/** With fewer sessions, or sessions of fewer days, nothing is usual yet. */
const sessionsMin = 10;
const daysMin = 3;
const daysBack = 28;
/** Sessions that are all alike would make every other one unusual. */
const logSpreadMin = 0.5;

/**
 * What is usual, robust against the very sessions that are looked for: median and spread of the logarithms of credits,
 * of sessions that are nobody's child. Undefined until sessions of three days are known.
 */
export function usualCredits(
  sessions: ReadonlyMap<string, Session>,
  { nowMs, spreads }: { readonly nowMs: number; readonly spreads: number },
): UsualCredits | undefined {
  const children = childIdsIn(sessions.values());
  const recent = [...sessions.values()].filter(
    ({ sessionId, createdAtMs }) => !children.has(sessionId) && createdAtMs > nowMs - daysBack * msPerDay,
  );
  const days = new Set(recent.map(({ createdAtMs }) => dayOf(createdAtMs)));
  const logs = recent
    .map((session) => leastCredits(session, sessions) ?? 0)
    .filter((credits) => credits > 0)
    .map(Math.log);
  if (days.size < daysMin || logs.length < sessionsMin) {
    return undefined;
  }
  const middle = medianOf(logs);
  const spread = Math.max(robustDeviationOf(logs), logSpreadMin);
  return { median: Math.exp(middle), far: Math.exp(middle + spreads * spread), sessions: logs.length };
}
