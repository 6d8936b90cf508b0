import type { CapPlan } from '../../caps/cap-plan.ts';
import { poolsOnly } from '../../caps/shares/divide-shares.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { LedgerDay } from '../../ledger/ledger-day.ts';
import type { UsageTotals } from '../../ledger/usage-totals.ts';
import { recordsByUser, type LimitRecord } from '../../limits/limit-record.ts';
import { isAhead, recordUntil } from '../../limits/record-ahead.ts';
import { recordsElsewhere } from '../../notifications/observe/observe-addresses.ts';
import type { KnownUser } from '../../roster/person.ts';
import type { Collected } from '../collected.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import { planCollected, type Planned } from '../planned.ts';
import { collectLastKnown } from './collect/collect-last-known.ts';
import { collectTables } from './collect/collect-tables.ts';
import type { EnforcementWork } from './enforcement-work.ts';
import type { BatchState } from './send-batches.ts';

/** What is to be reported of the figures: a small part of what was collected. */
interface Figures {
  readonly days: readonly LedgerDay[];
  readonly through: Day | undefined;
  readonly problems: readonly string[];
  readonly usage: Pick<UsageTotals, 'organization' | 'windows'>;
}

/**
 * What a run has in memory: collected and planned once in each process, when it is first asked for. It is made from the
 * tables alone, so that a run which continues in another process finds the same, unless the tables have changed. Of a
 * large organization it is most of the memory of a run: what is not needed any more is dropped.
 */
export interface RunCache {
  collected(): Promise<Collected>;
  /** With figures in doubt: based on those through the last undoubted day. */
  planned(): Promise<Planned>;
  figures(): Promise<Figures>;
  plan(): Promise<CapPlan>;
  planMade(): CapPlan | undefined;
  records(): Promise<ReadonlyMap<string, LimitRecord>>;
  /** The sending that this process has begun: first what lowers limits, then what raises them. */
  sending: BatchState | undefined;
  /** The plan was sent in this process, and the pools divided again with the freed credits. */
  isDividedAgain: boolean;
  /** Keeps the plan except each user's share of the pools, and the earlier limits to be observed. */
  beginSending(sending: BatchState): BatchState;
  endSending(): void;
  /** What was collected and planned is only to be reported from now on. */
  endObserving(): void;
}

function onceSent({ planId, plan, planInputs }: Planned): Planned {
  const { limits, users } = planInputs;
  return {
    planId,
    plan: { ...plan, shares: poolsOnly(plan.shares) },
    planInputs: { ...planInputs, limits: recordsElsewhere(limits, users) },
  };
}

/** What the run rests on. Who has moved to another team since the last run is recorded with it. */
async function collectFor({ ports, settings, order, run }: EnforcementWork): Promise<Collected> {
  const isFromLastKnown = order.kind === 'window-start';
  const collected = await (isFromLastKnown
    ? collectLastKnown(ports, settings, run)
    : collectTables(ports, settings, run));
  if (collected.unrecorded.length > 0 && !order.dryRun) {
    await ports.users.put(collected.unrecorded);
  }
  return withUsers({ ...collected, unrecorded: [] }, settings);
}

/** With what a run needs of users once their teams are known: of very many, names and metadata are much memory. */
function withUsers(collected: Collected, { alerts: { timeZoneMetadataKey: key } }: EnforcementSettings): Collected {
  const users = collected.users.map(
    ({ firstName: _first, lastName: _last, memberships: _moves, metadata = {}, ...user }): KnownUser => {
      const zone = key === undefined ? undefined : metadata[key];
      return key === undefined || zone === undefined ? user : { ...user, metadata: { [key]: zone } };
    },
  );
  return { ...collected, users };
}

/**
 * The limits as they are known. Once runs of a clock that was ahead are declared void, what they wrote counts as done
 * before now: a limit that ended by that clock months from now would count as in force until then.
 */
async function listLimits({ ports, order, lease }: EnforcementWork): Promise<readonly LimitRecord[]> {
  const limits = await ports.limits.list();
  const nowMs = ports.clock.now();
  const ahead = limits.filter((record) => isAhead(record, nowMs));
  const mark = ahead.length === 0 ? undefined : await ports.runs.latestApplied(enforceJob);
  if (ahead.length === 0 || order.dryRun || (mark !== undefined && Date.parse(mark) > nowMs)) {
    return limits;
  }
  const healed = recordsByUser(ahead.map((record) => recordUntil(record, new Date(nowMs).toISOString())));
  await lease.renew();
  await ports.limits.put([...healed.values()], lease.fence);
  return limits.map((record) => healed.get(record.userId) ?? record);
}

async function planFor(work: EnforcementWork, collected: Collected, skewMs: number | undefined): Promise<Planned> {
  const { ports, settings, run } = work;
  return planCollected(settings, run, {
    // Nothing is planned on figures in doubt.
    collected:
      collected.hold === undefined ? collected : withUsers(await collectLastKnown(ports, settings, run), settings),
    limits: await listLimits(work),
    skewMs,
  });
}

function figuresOf({ days, through, problems, usage: { organization, windows } }: Collected): Figures {
  return { days, through, problems, usage: { organization, windows } };
}

export function createRunCache(work: EnforcementWork, skewMs: number | undefined): RunCache {
  let collecting: Promise<Collected> | undefined;
  let planning: Promise<Planned> | undefined;
  let found: Figures | undefined;
  let made: CapPlan | undefined;
  let latestRecords: ReadonlyMap<string, LimitRecord> | undefined;

  async function collect(): Promise<Collected> {
    const collected = await collectFor(work);
    found = figuresOf(collected);
    return collected;
  }

  function keep(planned: Planned): Planned {
    made = planned.plan;
    return planned;
  }

  const cache: RunCache = {
    sending: undefined,
    isDividedAgain: false,
    collected: async () => {
      collecting ??= collect();
      return collecting;
    },
    planned: async () => {
      planning ??= cache.collected().then(async (collected) => keep(await planFor(work, collected, skewMs)));
      return planning;
    },
    figures: async () => found ?? figuresOf(await cache.collected()),
    plan: async () => made ?? (await cache.planned()).plan,
    planMade: () => made,
    beginSending(sending) {
      cache.sending = sending;
      planning = planning?.then((planned) => keep(onceSent(planned)));
      return sending;
    },
    endSending() {
      latestRecords = cache.sending?.records ?? latestRecords;
      cache.sending = undefined;
    },
    endObserving() {
      collecting = undefined;
      planning = undefined;
    },
    records: async () => {
      latestRecords =
        cache.sending?.records ?? latestRecords ?? recordsByUser((await cache.planned()).planInputs.limits);
      return latestRecords;
    },
  };
  return cache;
}
