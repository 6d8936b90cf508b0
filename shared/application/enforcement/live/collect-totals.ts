import type { LedgerDay } from '../../../domain/ledger/ledger-day.ts';
import { daysToCompare } from '../../../domain/live/totals/judge-totals.ts';
import { countSessions, newlyOwned, type SessionTotal } from '../../../domain/live/totals/session-total.ts';
import { totalsAfter, type TotalsState } from '../../../domain/live/totals/totals-state.ts';
import { counted } from '../../../domain/texts/counted.ts';
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
  readonly ledger: readonly LedgerDay[];
}

/** Hints come before the list shows their session, and runs may be missed. */
const hintsMs = 6 * 3_600_000;

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
  const { risenCredits, changed, silentCount, fallenCount } = countSessions(known, listed, {
    atMs: beganAtMs,
    beforeMs: before.totals.reading?.beganAtMs,
  });
  const sessions = new Map([...known, ...changed.map((session) => [session.sessionId, session] as const)]);
  const owned = newlyOwned(sessions, await ports.hints.listSince(beganAtMs - hintsMs));
  owned.forEach((session) => sessions.set(session.sessionId, session));
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
    sessions,
    changed: [...new Set([...changed, ...owned].map(({ sessionId }) => sessionId))].flatMap(
      (id) => sessions.get(id) ?? [],
    ),
    ledger: await ports.ledger.listDays(daysToCompare(run.today, settings.live)),
  };
}
