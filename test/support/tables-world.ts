import type { EnforcementSettings } from '../../shared/enforcement/enforcement-settings.ts';
import type { BatchOutcome, LimitEntry } from '../../shared/enforcement/ports.ts';
import type { EnforcementPorts, EnforcementWork } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { createRunCache } from '../../shared/enforcement/use-cases/run-cache.ts';
import { enforceJob } from '../../shared/kernel/runs/run-id.ts';
import { memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { noLease } from '../../shared/kernel/runs/use-cases/lease-keeper.ts';
import { daysOf, type Day } from '../../shared/kernel/time/day.ts';
import { aConfirmedLimit, aLedgerDay } from './domain-samples.ts';
import { someSettings } from './enforcement-settings.ts';
import { memoryEnforcementStores } from './memory-tables.ts';

export const tonight = { runId: 'tonight', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };

/** Not one cap may be lowered, and the total may not rise by a credit. */
export const strict = someSettings({ blastRadius: { loweredShare: 0, blockedUsersMax: 0, raisedShare: 0 } });

function notRead(): never {
  throw new Error('the platform was read');
}

interface Scene {
  readonly settings?: EnforcementSettings;
  readonly order?: Partial<EnforcementWork['order']>;
  /** The last day of which the ledger is complete. */
  readonly completeThrough?: Day;
  /** When a run has set all limits that it wanted to; before the first run when absent. */
  readonly latestSent?: string;
}

/**
 * The tables of an organization on the night of 15 March 2026, and a run on them: Ann and Bob have used 100 credits
 * each, have limits of 1,000, and by default a budget of 600.
 */
export async function aTablesWorld({
  settings = someSettings(),
  order = {},
  completeThrough = '2026-03-14',
  latestSent,
}: Scene = {}) {
  const ports = {
    ...memoryEnforcementStores(),
    clock: { now: () => Date.parse(tonight.at) },
    runs: memoryRunStore(new Map(), { now: () => Date.parse(tonight.at) }),
    platformTime: { skewMs: async () => undefined },
    limitWriter: {
      async setLimits(entries: readonly LimitEntry[]): Promise<BatchOutcome> {
        return { kind: 'answered', rows: entries.map(() => ({ kind: 'done' })) };
      },
    },
    // Plans are made from the tables alone here.
    roster: { read: notRead },
    usage: { readDays: notRead, readUserMetrics: notRead },
  } satisfies EnforcementPorts;
  const people = ['ann', 'bob'];
  ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 600, version: 1 });
  await ports.users.put(people.map((userId) => ({ userId, email: `${userId}@acme.example` })));
  await ports.limits.put(
    people.map((userId) => aConfirmedLimit(userId, 1_000)),
    0,
  );
  for (const day of daysOf({ from: '2026-02-01', through: completeThrough })) {
    const isUsed = day === '2026-03-10';
    await ports.ledger.putDay(aLedgerDay({ day, totalCredits: isUsed ? 200 : 0 }));
    await ports.ledger.putRows(day, isUsed ? people.map((userId) => ({ userId, credits: 100, email: null })) : []);
  }
  if (latestSent !== undefined) {
    await ports.runs.markSent(enforceJob, latestSent);
  }
  const work = {
    ports,
    settings,
    run: tonight,
    lease: noLease,
    aheadMs: 0,
    order: {
      runId: tonight.runId,
      atMs: Date.parse(tonight.at),
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs: Infinity,
      ...order,
    },
  } satisfies EnforcementWork;
  return { ports, work, cache: createRunCache(work, undefined) };
}
