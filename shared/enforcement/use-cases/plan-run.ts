import type { CapPlanInput } from '../../caps/cap-plan-input.ts';
import { planCaps, type CapPlan } from '../../caps/cap-plan.ts';
import { planIdOf } from '../../caps/plan-id.ts';
import { poolsOnly } from '../../caps/shares/divide-shares.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import { clockDoubt } from '../../kernel/time/clock-skew.ts';
import { recordsByUser, type LimitRecord } from '../../limits/limit-record.ts';
import { isAhead, recordUntil } from '../../limits/record-ahead.ts';
import { recordsElsewhere } from '../../notifications/observe/observe-addresses.ts';
import { permittedPlan } from '../../permits/permitted-plan.ts';
import type { KnownUser } from '../../roster/person.ts';
import { planWithOwed } from '../owed-changes.ts';
import type { BatchState } from './apply-caps.ts';
import { collectLastKnown } from './collect/collect-last-known.ts';
import { type Collected, collectTables } from './collect/collect-tables.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { EnforcementWork } from './enforcement-work.ts';

export interface Planned {
  readonly planId: string;
  readonly plan: CapPlan;
  readonly planInputs: CapPlanInput;
}

export interface PlanTerms {
  readonly collected: Collected;
  /** By how much the platform's clock is ahead of the run's, in milliseconds; absent when nothing tells. */
  readonly skewMs?: number | undefined;
  readonly limits: readonly LimitRecord[];
}

/** Decides every cap on what was collected. */
export function planCollected(settings: EnforcementSettings, run: RunContext, terms: PlanTerms): Planned {
  const planInputs = planInputsOf(settings, run, terms);
  const plan = planWithOwed(permittedPlan(planCaps(planInputs), planInputs), planInputs);
  return withPlanId({ plan, planInputs });
}

/** All that a plan is made from. */
export function planInputsOf(settings: EnforcementSettings, run: RunContext, terms: PlanTerms): CapPlanInput {
  const { collected, limits, skewMs } = terms;
  const { use } = collected;
  const { teamOf, moved } = collected.assignment;
  const { reserveShare, ...assumptions } = settings.pools;
  const platformWindow = { anchorDay: settings.platformWindowAnchorDay };
  return {
    ...collected,
    day: run.today,
    dataThrough: collected.through,
    limits,
    teamOf,
    moved,
    pools: {
      use,
      nowMs: Date.parse(run.at),
      clockDoubt: clockDoubt(skewMs, settings.clockToleranceSeconds * 1_000),
      platformWindow,
      assumptions,
      reserveShare,
      float: collected.float,
    },
    unlimitedCredits: settings.unlimitedCredits,
    floorCredits: settings.limitFloorCredits,
    ceilingCredits: settings.limitCeilingCredits,
  };
}

/** The plan on the present limits. It has its own id only when people must identify it. */
export function planAgain({ planInputs: before }: Planned, limits: readonly LimitRecord[]): Omit<Planned, 'planId'> {
  const planInputs = { ...before, limits };
  return { plan: planCaps(planInputs), planInputs };
}

/** A plan with its id. */
export function withPlanId({ plan, planInputs }: Omit<Planned, 'planId'>): Planned {
  return { planId: planIdOf(plan, planInputs), plan, planInputs };
}

interface Figures extends Pick<Collected, 'days' | 'through' | 'problems'> {
  readonly usage: Pick<Collected['usage'], 'organization'>;
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

async function planFor(work: EnforcementWork, { collected, skewMs }: Omit<PlanTerms, 'limits'>): Promise<Planned> {
  const { ports, settings, run } = work;
  return planCollected(settings, run, {
    // Nothing is planned on figures in doubt.
    collected:
      collected.hold === undefined ? collected : withUsers(await collectLastKnown(ports, settings, run), settings),
    limits: await listLimits(work),
    skewMs,
  });
}

export function createRunCache(work: EnforcementWork, skewMs: number | undefined): RunCache {
  let collecting: Promise<Collected> | undefined;
  let planning: Promise<Planned> | undefined;
  let found: Figures | undefined;
  let made: CapPlan | undefined;
  let latestRecords: ReadonlyMap<string, LimitRecord> | undefined;

  async function collect(): Promise<Collected> {
    const collected = await collectFor(work);
    const { days, usage, through, problems } = collected;
    found = { days, usage: { organization: usage.organization }, through, problems };
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
      planning ??= cache.collected().then(async (collected) => keep(await planFor(work, { collected, skewMs })));
      return planning;
    },
    figures: async () => found ?? cache.collected(),
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
