import { planCaps } from '../../../caps/cap-plan.ts';
import { bindingOf, matchPeople } from '../../../caps/person.ts';
import { momentOf } from '../../../caps/shares/divide-shares.ts';
import type { EnforcementSettings } from '../../../enforcement/enforcement-settings.ts';
import { planInputsOf } from '../../../enforcement/planned.ts';
import { collectSince, collectTables, type TablePorts } from '../../../enforcement/use-cases/collect/collect-tables.ts';
import { topUpCreditsByEmail } from '../../../grants/top-up.ts';
import type { Clock, RunStore } from '../../../kernel/runs/ports.ts';
import { enforceJob } from '../../../kernel/runs/run-id.ts';
import { runsGoingOn } from '../../../kernel/runs/run.ts';
import { addDays, dayOf, daysOf, earliestDay, latestDay } from '../../../kernel/time/day.ts';
import { historyStart } from '../../../ledger/reading-range.ts';
import { recordsByUser } from '../../../limits/limit-record.ts';
import type { CapsSnapshot } from '../../snapshot.ts';
import { type ReadSnapshot, readSnapshotVersion, recentRunsMax, type WantedSnapshot } from './share-snapshots.ts';

export interface SnapshotPorts extends TablePorts {
  readonly clock: Clock;
  readonly runs: RunStore;
}

export interface SnapshotOrder {
  readonly atMs: number;
  readonly settings: EnforcementSettings;
  /** Returns another call's equivalent snapshot, if any; absent when every call reads its own. */
  readonly share?: (wanted: Omit<WantedSnapshot, 'of'>) => Promise<ReadSnapshot>;
}

/** The state of all users at a moment, computed like that day's nightly run. */
export async function readSnapshot(ports: SnapshotPorts, order: SnapshotOrder): Promise<ReadSnapshot> {
  const read = async (earlier?: ReadSnapshot) => readAnew(ports, order, { earlier });
  return order.share === undefined
    ? read()
    : order.share({ read, version: async () => readSnapshotVersion(ports, order.atMs) });
}

/** The same for caps only. A shared snapshot is whole; an unshared one is read from fewer days. */
export async function readCapsSnapshot(ports: SnapshotPorts, order: SnapshotOrder): Promise<CapsSnapshot> {
  return order.share === undefined ? readAnew(ports, order, { forCapsAlone: true }) : readSnapshot(ports, order);
}

async function readAnew(
  ports: SnapshotPorts,
  { atMs, settings }: SnapshotOrder,
  {
    forCapsAlone = false,
    earlier,
  }: { readonly forCapsAlone?: boolean; readonly earlier?: ReadSnapshot | undefined } = {},
): Promise<ReadSnapshot> {
  const today = dayOf(atMs);
  const run = { runId: 'standing', at: new Date(atMs).toISOString(), today };
  const [collected, limits, runs] = await Promise.all([
    forCapsAlone
      ? collectTables(ports, settings, run, forCapsAlone)
      : collectSince(ports, settings, run, earlier?.collected),
    ports.limits.list(),
    ports.runs.list(enforceJob, recentRunsMax),
  ]);
  const { users, usage, use, budgets, through, days, teams, invalidTeams, assignment } = collected;
  const { windows } = usage;
  const planInputs = planInputsOf(settings, run, { collected, limits });
  const people = matchPeople(users, usage);
  const binding = bindingOf(planInputs);
  const { shares, decisions } = planCaps(planInputs);
  const windowsFrom = latestDay(historyStart, earliestDay(today, ...windows.map((window) => window.from)));
  const knownDays = new Map(days.map((day) => [day.day, day]));
  return {
    collected,
    today,
    users,
    people,
    budgets,
    binding,
    topUpCredits: topUpCreditsByEmail(planInputs.topUps, today),
    holdings: binding.holdings,
    teams,
    invalidTeams,
    assignment,
    shares,
    decisions,
    exposureTerms: {
      moment: momentOf({ ...planInputs.pools, dataThrough: through }),
      assumptions: planInputs.pools.assumptions,
    },
    floorCredits: settings.limitFloorCredits,
    ceilingCredits: settings.limitCeilingCredits,
    usage,
    use,
    dataThrough: through,
    untrustedDays: daysOf({ from: windowsFrom, through: addDays(today, -1) })
      .filter((day) => knownDays.get(day)?.status !== 'complete')
      .map((day) => ({ day, known: knownDays.get(day) })),
    limits: recordsByUser(planInputs.limits),
    runsGoingOn: runsGoingOn(runs, ports.clock.now()),
  };
}
