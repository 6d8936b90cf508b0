import { isAtWork, type Hint } from '../../hook/hint.ts';
import { isReportedRun } from '../../kernel/runs/run-id.ts';
import { asOf } from '../../kernel/runs/use-cases/job.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import type { LedgerDay } from '../../ledger/ledger-day.ts';
import type { Session } from '../../sessions/session.ts';
import { isRecent, walkSessions, type WalkedSessions } from '../../sessions/use-cases/walk-sessions.ts';
import type { LiveState } from '../live-state.ts';
import { daysToCompare } from '../totals/judge-totals.ts';
import { countSessions, newlyOwned, type SessionTotal } from '../totals/session-total.ts';
import { totalsAfter, type TotalsState } from '../totals/totals-state.ts';
import type { LiveWork } from './live-work.ts';

export interface CollectedTotals {
  readonly before: LiveState;
  /** Absent where the list was not read. */
  readonly walked?: WalkedSessions;
  readonly totals: TotalsState;
  readonly sessions: ReadonlyMap<string, SessionTotal>;
  readonly changed: readonly SessionTotal[];
  readonly ledger: readonly LedgerDay[];
  /** Whose hooks have said since the reading before that they are at work. */
  readonly reportedIds: ReadonlySet<string>;
  /** People whose hooks have reported in the last hours. */
  readonly hookUsers: number;
}

/** Hints come before the list shows their session, and runs may be missed. */
const hintsMs = 6 * 3_600_000;
/** The next run started by hooks replaces a missing hourly one. */
const readingKeptMs = 70 * 60_000;
/** Reported sessions that are read, the latest first. */
const reportedReadMax = 50;

/** Counts the list of sessions to its end: its order is undocumented (platform-api.md), so a part proves nothing. */
export async function collectTotals(work: LiveWork): Promise<CollectedTotals> {
  const { ports, settings, run } = work;
  const before = await ports.live.readState();
  const known = new Map((await ports.live.listSessions()).map((session) => [session.sessionId, session]));
  const beganAtMs = Date.parse(asOf(work));
  const lastMs = before.totals.reading?.beganAtMs;
  if (isReportedRun(run.runId) && lastMs !== undefined && beganAtMs - lastMs < readingKeptMs) {
    return collectReported(work, { before, known, beforeMs: lastMs });
  }
  const walked = await walkSessions(work, {
    nowMs: beganAtMs,
    known: new Map((await ports.known.list()).map((session) => [session.sessionId, session])),
    others: known,
    // No edit is to wait for a walk: the watcher of sessions makes it shortly before, and this run only where it did not.
    isEnough: (stored, nowMs) =>
      stored.endedAtMs !== undefined &&
      stored.beganAtMs > (lastMs ?? -Infinity) &&
      (stored.parts > 1 || isRecent(stored, nowMs)),
    leavesOpen: true,
  });
  const { sessions: listed, walk } = walked;
  if (walk.endedAtMs === undefined) {
    return { ...(await collectReported(work, { before, known, beforeMs: lastMs ?? beganAtMs })), walked };
  }
  const { risenCredits, changed, silentCount, fallenCount } = countSessions(known, listed, {
    atMs: walk.beganAtMs,
    beforeMs: lastMs,
  });
  const sessions = new Map([...known, ...changed.map((session) => [session.sessionId, session] as const)]);
  const hints = await ports.hints.listSince(beganAtMs - hintsMs);
  const owned = newlyOwned(sessions, hints);
  owned.forEach((session) => sessions.set(session.sessionId, session));
  const silent = silentCount === 0 ? [] : [`${counted(silentCount, 'session')} no longer said what it used`];
  const fallen = fallenCount === 0 ? [] : [`${counted(fallenCount, 'session')} said less than before`];
  return {
    before,
    walked,
    totals: totalsAfter(before.totals, {
      beganAtMs: walk.beganAtMs,
      endedAtMs: walk.endedAtMs,
      doubts: [...walk.doubts, ...silent, ...fallen],
      sessionCount: walk.sessionCount,
      risenCredits,
    }),
    sessions,
    changed: [...new Set([...changed, ...owned].map(({ sessionId }) => sessionId))].flatMap(
      (id) => sessions.get(id) ?? [],
    ),
    ledger: await ports.ledger.listDays(daysToCompare(run.today, settings.live)),
    reportedIds: reportedSince(hints, lastMs ?? beganAtMs),
    hookUsers: usersOf(hints),
  };
}

function usersOf(hints: readonly Hint[]): number {
  return new Set(hints.map(({ userId }) => userId)).size;
}

/**
 * What is known of the sessions after hooks reported, without the list: the last reading proves what it proved. Of who is
 * running low the sessions that were reported are read, one by one, which only aims. Nothing of it is stored: the next
 * reading of the list counts it.
 */
async function collectReported(
  { ports, settings, run, aheadMs }: LiveWork,
  {
    before,
    known,
    beforeMs,
  }: { readonly before: LiveState; readonly known: ReadonlyMap<string, SessionTotal>; readonly beforeMs: number },
): Promise<CollectedTotals> {
  const atMs = Date.parse(asOf({ ports, aheadMs }));
  const hints = await ports.hints.listSince(beforeMs);
  const low = new Set((await ports.live.readLow())?.userIds);
  const urgent = hints.filter(({ userId }) => low.has(userId));
  const ids = [...new Set(urgent.map(({ sessionId }) => sessionId).toReversed())].slice(0, reportedReadMax);
  const found = await ports.steps.run('reported sessions', async () => {
    const sessions = new Map<string, Session>();
    for (const sessionId of ids) {
      const session = await ports.sessions.find(sessionId);
      if (session !== undefined) {
        sessions.set(sessionId, session);
      }
    }
    return sessions;
  });
  const { changed } = countSessions(known, found, { atMs, beforeMs });
  const sessions = new Map([...known, ...changed.map((session) => [session.sessionId, session] as const)]);
  newlyOwned(sessions, hints).forEach((session) => sessions.set(session.sessionId, session));
  return {
    before,
    totals: before.totals,
    sessions,
    changed: [],
    ledger: await ports.ledger.listDays(daysToCompare(run.today, settings.live)),
    reportedIds: reportedSince(hints, beforeMs),
    hookUsers: Math.max(before.report?.hookUsers ?? 0, usersOf(hints)),
  };
}

function reportedSince(hints: readonly Hint[], sinceMs: number): ReadonlySet<string> {
  return new Set(hints.flatMap(({ userId, event, atMs }) => (atMs >= sinceMs && isAtWork(event) ? [userId] : [])));
}
