import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import type { Hint } from '../../../../shared/hook/hint.ts';
import { memorySessionStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { daysOf, startOfDayMs, type Day } from '../../../../shared/kernel/time/day.ts';
import { noLiveState } from '../../../../shared/live/live-state.ts';
import type { LiveTerms } from '../../../../shared/live/live-status.ts';
import type { SessionTotal } from '../../../../shared/live/totals/session-total.ts';
import { totalsAfter, type TotalsState } from '../../../../shared/live/totals/totals-state.ts';
import type { CollectedTotals } from '../../../../shared/live/use-cases/collect-totals.ts';
import type { LivePorts, LiveSettings, LiveWork } from '../../../../shared/live/use-cases/live-work.ts';
import type { Session } from '../../../../shared/sessions/session.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { partOf } from '../../../support/part-of.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

export const at = '2026-03-15T12:30:00.000Z';
export const nowMs = Date.parse(at);
export const hourMs = 3_600_000;

const terms: LiveTerms = {
  mode: 'on',
  shadowDays: 14,
  errorPercent: 25,
  slackCredits: 0,
  capPercent: 0,
  totalsLagMinutes: 0,
  eveningReturn: 'seen',
};

export interface LiveScene {
  readonly terms?: Partial<LiveTerms>;
  readonly settings?: Partial<LiveSettings>;
  readonly runId?: string;
  readonly dryRun?: boolean;
  /** The last day of which the ledger is complete. */
  readonly completeThrough?: Day;
  /** What Ann and Bob have used in sessions today. */
  readonly usedToday?: Readonly<Record<string, number>>;
  /** Who has used nothing for three hours, of those. */
  readonly idle?: readonly string[];
  /** Billed credits for one unit of the sessions. */
  readonly scale?: number;
  /** Of all credits that the organization may consume in March; no pool when undefined. */
  readonly pool?: number | undefined;
  readonly prepare?: (ports: Awaited<ReturnType<typeof aTablesWorld>>['ports']) => void | Promise<void>;
  readonly alter?: (ports: LivePorts) => Partial<LivePorts>;
}

/** Totals that were read before the end of each day, and agree with the bill; then an hour ago, and now. */
function readTotals(usedToday: number, scale: number): { readonly before: TotalsState; readonly now: TotalsState } {
  let totals = noLiveState.totals;
  const read = (beganAtMs: number, risenCredits: number): void => {
    totals = totalsAfter(totals, { beganAtMs, endedAtMs: beganAtMs, doubts: [], sessionCount: 1, risenCredits });
  };
  for (const day of daysOf({ from: '2026-02-20', through: '2026-03-14' })) {
    read(startOfDayMs(day) + 86_000_000, day === '2026-03-10' ? 200 / scale : 0);
  }
  read(nowMs - hourMs, 0);
  const before = totals;
  read(nowMs, usedToday);
  return { before, now: totals };
}

/** A run of `live` at half past twelve on the tables of `aTablesWorld`: both have used 100 credits of limits of 1,000. */
export async function aLiveRun(scene: LiveScene = {}) {
  const { scale = 1 } = scene;
  const usedToday = scene.usedToday ?? { ann: 880, bob: 10 };
  const live = { ...terms, ...scene.terms };
  const settings: LiveSettings = { ...someSettings(scene.settings), live };
  const { ports } = await aTablesWorld({
    settings,
    latestSent: '2026-03-15T02:30:00.000Z',
    ...(scene.completeThrough !== undefined && { completeThrough: scene.completeThrough }),
  });
  ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 50_000, version: 2 });
  const pool = 'pool' in scene ? scene.pool : 4_000;
  if (pool !== undefined) {
    ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: pool, version: 1 });
  }
  await scene.prepare?.(ports);
  const { before, now } = readTotals(
    Object.values(usedToday).reduce((sum, credits) => sum + credits, 0),
    scale,
  );
  const store = memoryLiveStore();
  await store.putState({ ...noLiveState, totals: before });
  const sessions = Object.entries(usedToday).map(([userId, credits]): SessionTotal => {
    const session = { sessionId: `s-${userId}`, credits, updatedAtMs: nowMs, ownerId: userId };
    return {
      ...session,
      dayStarts: credits > 0 ? [{ day: '2026-03-15', credits: 0 }] : [],
      ...(credits > 0 && {
        lastBurn: { atMs: scene.idle?.includes(userId) === true ? nowMs - 3 * hourMs : nowMs, hourCredits: credits },
      }),
    };
  });
  const listed = Object.entries(usedToday).map(([userId, ownCredits]): Session => ({
    sessionId: `s-${userId}`,
    createdAtMs: nowMs - hourMs,
    updatedAtMs: nowMs,
    messageCount: 1,
    childIds: [],
    ownCredits,
  }));
  const hints = listed.map(({ sessionId }): Hint => ({
    userId: sessionId.slice(2),
    sessionId,
    event: 'Stop',
    atMs: nowMs,
  }));
  const sent: { readonly email: string; readonly limitCredits: number }[] = [];
  const base = {
    ...ports,
    clock: { now: () => nowMs },
    live: store,
    known: memorySessionStore(),
    limitWriter: {
      async setLimits(entries) {
        sent.push(...entries);
        return { kind: 'answered', rows: entries.map(() => ({ kind: 'done' })) };
      },
    },
    sessions: {
      async *pages() {
        yield { sessions: listed, unreadable: 0, repeated: 0 };
      },
      find: async (sessionId) => listed.find((each) => each.sessionId === sessionId),
    },
    hints: partOf<LivePorts['hints']>({
      listSince: async (sinceMs) => hints.filter((hint) => hint.atMs >= sinceMs),
      listVisitsSince: async () => [],
    }),
    signIns: { listSince: async () => [] },
    fleet: partOf<LivePorts['fleet']>({
      read: async () => ({ records: [], approvals: [], facts: { words: {} } }),
    }),
  } satisfies LivePorts;
  const altered: LivePorts = { ...base, ...scene.alter?.(base) };
  const runId = scene.runId ?? 'live-12-hourly';
  const order = { runId, atMs: nowMs, dryRun: scene.dryRun ?? false, onlyIfUnfinished: false, stopAtMs: Infinity };
  const run = { runId, at, today: '2026-03-15' };
  const work = { ports: altered, settings, order, run, aheadMs: 0 } as unknown as LiveWork;
  const totals: CollectedTotals = {
    before: { ...noLiveState, totals: before },
    totals: now,
    sessions: new Map(sessions.map((session) => [session.sessionId, session])),
    changed: sessions,
    ledger: await ports.ledger.listDays({ from: '2026-02-01', through: '2026-03-14' }),
    reportedIds: new Set(),
    hookUsers: 2,
  };
  return { ports: altered, tables: ports, store, settings, order, work, totals, sent };
}
