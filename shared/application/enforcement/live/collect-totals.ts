import type { LedgerDay } from '../../../domain/ledger/ledger-day.ts';
import { daysToCompare } from '../../../domain/live/totals/judge-totals.ts';
import { countSessions, type SessionTotal } from '../../../domain/live/totals/session-total.ts';
import { totalsAfter, type TotalsState } from '../../../domain/live/totals/totals-state.ts';
import { counted } from '../../../domain/texts/counted.ts';
import { dayOf } from '../../../domain/time/day.ts';
import type { LiveState } from '../../../domain/live/live-state.ts';
import { listSessions } from '../../watchers/sessions/list-sessions.ts';
import type { LiveWork } from './live-work.ts';

/** What a run knows of the sessions once it has read them. */
export interface CollectedTotals {
  readonly before: LiveState;
  readonly totals: TotalsState;
  /** Every session that is known, as it is now. */
  readonly sessions: ReadonlyMap<string, SessionTotal>;
  /** Those of which something is to be stored. */
  readonly changed: readonly SessionTotal[];
  /** What each used since the last reading, by session id; in the platform's unit. */
  readonly burns: ReadonlyMap<string, number>;
  readonly ledger: readonly LedgerDay[];
}

/**
 * Reads the list of sessions to its end and counts it. The order of the list is not shown (platform-api.md, Endpoints),
 * so that a reading which stops early proves nothing.
 */
export async function collectTotals({ ports, settings, run, asOf }: LiveWork): Promise<CollectedTotals> {
  const before = await ports.live.readState();
  const known = new Map((await ports.live.listSessions()).map((session) => [session.sessionId, session]));
  const beganAtMs = Date.parse(asOf());
  const { sessions: listed, doubts } = await ports.steps.run('sessions', async () =>
    listSessions(ports.sessions, known, beganAtMs),
  );
  const endedAtMs = Date.parse(asOf());
  const isFirst = before.totals.reading === undefined;
  const { risenCredits, changed, burns, silentCount, fallenCount } = countSessions(
    known,
    listed,
    isFirst ? undefined : dayOf(beganAtMs),
  );
  const silent = silentCount === 0 ? [] : [`${counted(silentCount, 'session')} no longer said what it used`];
  const fallen = fallenCount === 0 ? [] : [`${counted(fallenCount, 'session')} said less than before`];
  return {
    before,
    totals: totalsAfter(before.totals, {
      beganAtMs,
      endedAtMs,
      doubts: [...doubts, ...silent, ...fallen],
      sessionCount: listed.size,
      risenCredits,
    }),
    sessions: new Map([...known, ...changed.map((session) => [session.sessionId, session] as const)]),
    changed,
    burns,
    ledger: await ports.ledger.listDays(daysToCompare(run.today, settings.live)),
  };
}
