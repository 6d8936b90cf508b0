import { formatScope } from '../../budgets/scope.ts';
import type { SetCap } from '../../caps/cap.ts';
import type { ComputerRecord } from '../../computers/computer-record.ts';
import type { Collected } from '../../enforcement/collected.ts';
import { planCollected, type Planned } from '../../enforcement/planned.ts';
import { collectLastKnown } from '../../enforcement/use-cases/collect/collect-last-known.ts';
import { collectTables } from '../../enforcement/use-cases/collect/collect-tables.ts';
import { readSkew } from '../../enforcement/use-cases/collect/read-platform.ts';
import { findWaiting } from '../../enforcement/use-cases/guard-plan.ts';
import { nextRunMs } from '../../kernel/runs/next-run.ts';
import { isReportedRun } from '../../kernel/runs/run-id.ts';
import { addDays, dayOf, msPerMinute, type Day } from '../../kernel/time/day.ts';
import { creditsWithin } from '../../ledger/daily-use.ts';
import { decideGiving, provePools, type LiveLook, type ProvenFloat } from '../give.ts';
import { coverageOf } from '../giving/coverage.ts';
import { eveningShareOf } from '../giving/evening-share.ts';
import type { GivenLimit } from '../giving/give-credits.ts';
import { defaultGivingRule, nightShareAt } from '../giving/giving-rule.ts';
import type { CoverageDay, LiveReport, LiveStatus, StoredFloat } from '../live-state.ts';
import { decideLiveStatus } from '../live-status.ts';
import { runningLow, unseenLow, type RunningLow } from '../running-low.ts';
import { usualScale } from '../totals/judge-totals.ts';
import { seenDays } from '../totals/seen-days.ts';
import { ownedSessions, seenUse, type ComputerOwners, type SeenUse } from '../totals/seen-use.ts';
import { creditsSince } from '../totals/session-total.ts';
import { countedSince, readingsSince } from '../totals/totals-state.ts';
import { collectLikely } from './collect-likely.ts';
import type { CollectedTotals } from './collect-totals.ts';
import type { LiveWork } from './live-work.ts';
import { seenDaysBefore, type SeenUseInput } from './warn-seen.ts';

export interface LivePlan {
  readonly collected: CollectedTotals;
  readonly planned: Planned;
  readonly report: LiveReport;
  readonly coverage: readonly CoverageDay[];
  /** What the next night is to leave; absent where that stands already. */
  readonly float: StoredFloat | undefined;
  readonly low: RunningLow;
  /** What could not be read, and only aims. */
  readonly problems: readonly string[];
  readonly changes: readonly SetCap[];
  readonly visibility: SeenUseInput;
}

/** Finds what is proven of each pool, what was seen of each user, and what to give of the free credits. */
export async function planLive(work: LiveWork, totals: CollectedTotals): Promise<LivePlan> {
  const { ports, settings, run } = work;
  const collected = await collectKnown(work);
  const { skewMs } = await readSkew(work);
  const planned = planCollected(settings, run, { collected, limits: await ports.limits.list(), skewMs });
  const nowMs = Date.parse(run.at);
  const { division } = planned.plan.shares;
  const since = division === undefined ? run.today : dayOf(division.exposureTerms.moment.knownUntilMs);
  const standing = decideLiveStatus({ ...totals, nowMs, since }, settings.live);
  const scale = standing.kind === 'on' ? standing.scale : 1;
  const owners = await readOwners(work, planned);
  const seen = seenUse(totals.sessions.values(), { ...totals, since, scale, lookMs: lookMsOf(totals), owners });
  const coverage = coverageAfter(totals, { planned, owners, since, scale });
  const facts = { standing, scale, since, seen, share: coverageOf(coverage) };
  const given = await giveOf(work, totals, { ...facts, planned });
  return {
    collected: totals,
    planned,
    coverage,
    float: await floatOf(work, facts),
    visibility: visibilityOf(work, totals, { collected, owners }),
    low: { at: run.at, userIds: given.lowIds },
    problems: given.problems,
    changes: (await isPlanWaiting(work)) ? [] : capsOf(given.changes, planned),
    report: reportOf(work, totals, { ...facts, planned, proven: given.proven }),
  };
}

function visibilityOf(
  { run }: LiveWork,
  totals: CollectedTotals,
  { collected, owners }: { readonly collected: Collected; readonly owners: ComputerOwners },
): SeenUseInput {
  const { sessions, changed } = totals;
  const scale = usualScale(totals.totals, totals.ledger);
  const days = seenDays(
    sessions.values(),
    { from: addDays(run.today, -seenDaysBefore), through: run.today },
    { scale, owners },
  );
  const fresh = ownedSessions(changed, owners).keys();
  return {
    collected,
    days,
    work: seenUse(sessions.values(), { ...totals, since: run.today, scale, lookMs: lookMsOf(totals), owners }),
    changed: [...fresh].map((userId) => ({ userId, at: run.at, days: days.get(userId) ?? [] })),
  };
}

/** Once a day: a plan that waits for approval is made of it, and stays the same through the day. */
async function floatOf({ ports, run }: LiveWork, { seen, share }: Facts): Promise<StoredFloat | undefined> {
  const stored = await ports.live.readFloat();
  return stored?.at.startsWith(run.today) === true
    ? undefined
    : { at: run.at, seenIds: [...seen.keys()], nightShare: nightShareAt(defaultGivingRule, share) };
}

/** Giving credits would change the plan during its approval. */
async function isPlanWaiting({ ports }: LiveWork): Promise<boolean> {
  return (await findWaiting(ports.plans, ports.clock.now())) !== undefined;
}

/** What the ledger knows. While yesterday's figures are missing, or in doubt, all that limits allowed since counts. */
async function collectKnown({ ports, settings, run }: LiveWork): Promise<Collected> {
  const collected = await collectTables(ports, settings, run);
  return collected.hold === undefined ? collected : collectLastKnown(ports, settings, run);
}

function lookMsOf({ totals }: CollectedTotals): number {
  return totals.reading?.beganAtMs ?? 0;
}

async function readOwners({ ports }: LiveWork, { planInputs }: Planned): Promise<ComputerOwners> {
  const known = new Set(planInputs.users.map(({ userId }) => userId));
  return new Map((await ports.fleet.read()).records.flatMap((record) => ownerOf(record, known)));
}

function ownerOf({ found }: ComputerRecord, known: ReadonlySet<string>): readonly (readonly [string, string])[] {
  return found?.ownerId !== undefined && known.has(found.ownerId) ? [[found.id, found.ownerId]] : [];
}

interface Facts {
  readonly standing: LiveStatus;
  readonly scale: number;
  /** The first day whose use is not known. */
  readonly since: Day;
  readonly seen: ReadonlyMap<string, SeenUse>;
  readonly share: number;
}

const coverageDaysMax = 60;

/** Compares the last known day's seen use with its bill, for users with a known session. */
function coverageAfter(
  { before, sessions }: CollectedTotals,
  { planned, owners, since, scale }: { planned: Planned; owners: ComputerOwners } & Pick<Facts, 'since' | 'scale'>,
): readonly CoverageDay[] {
  const day = addDays(since, -1);
  if (before.coverage.some((each) => each.day >= day)) {
    return before.coverage;
  }
  const { use } = planned.planInputs.pools;
  let [hintedCredits, billedCredits] = [0, 0];
  for (const [userId, own] of ownedSessions(sessions.values(), owners)) {
    const billed = creditsWithin(use, use.users.get(userId), { from: day, through: day });
    billedCredits += billed;
    const seen = own.reduce((sum, each) => sum + creditsSince(each, day) - creditsSince(each, since), 0);
    // Use seen beyond one user's bill counts as no more than another's.
    hintedCredits += Math.min(billed, seen * scale);
  }
  return billedCredits === 0
    ? before.coverage
    : [...before.coverage, { day, hintedCredits, billedCredits }].slice(-coverageDaysMax);
}

/** What is proven, and what is given of it: nothing unless the totals were verified and are of now. */
async function giveOf(
  work: LiveWork,
  { totals, reportedIds }: CollectedTotals,
  facts: Facts & { readonly planned: Planned },
) {
  const { planned, standing } = facts;
  const bare = lookOf(work, totals, facts);
  const look = bare === undefined ? undefined : { ...bare, reportedIds };
  const proven = look === undefined ? [] : provePools(look);
  if (look === undefined || standing.kind !== 'on') {
    return { proven, changes: [], lowIds: [], problems: [] };
  }
  // Between the looks of the schedule, what is not read of the others says nothing of them: nothing of theirs is taken,
  // and the roster is not read.
  const isBetween = isReportedRun(work.run.runId);
  const { likelyIds, problem } = await collectLikely(work, planned, isBetween ? [] : unseenLow(look, proven));
  const decided = decideGiving({ ...look, likelyIds }, proven);
  const changes = isBetween ? decided.filter(isRaise) : decided;
  const problems = problem === undefined ? [] : [problem];
  return { proven, changes, lowIds: runningLow(look, proven, changes), problems };
}

function lookOf(
  { settings, run }: LiveWork,
  totals: CollectedTotals['totals'],
  { planned, standing, scale, since, seen, share }: Facts & { readonly planned: Planned },
): LiveLook | undefined {
  const { division } = planned.plan.shares;
  if (division === undefined) {
    return undefined;
  }
  const { trancheCredits, totalsLagMinutes, eveningReturn, ...bounds } = settings.live;
  const nowMs = Date.parse(run.at);
  const isOn = standing.kind === 'on';
  const readings = isOn ? readingsSince(totals, since).map((each) => ({ ...each, credits: each.credits * scale })) : [];
  const lagMs = totalsLagMinutes * msPerMinute;
  const nightMs = nextRunMs(nowMs, planned.planInputs.pools.platformWindow);
  return {
    division,
    proof: { readings, bounds, lagMs },
    seen,
    coverage: share,
    hoursUntilNight: (nightMs - nowMs) / (60 * msPerMinute),
    eveningReturn,
    // Until the evenings are known, nothing is taken from people of whom nothing is seen.
    eveningShare: eveningShareOf(totals.readings, { nowMs, nightMs, lagMs }, defaultGivingRule) ?? 1,
    trancheCredits,
  };
}

function isRaise({ reason }: GivenLimit): boolean {
  return reason === 'asked' || reason === 'short';
}

/** The limits to send: those that are lowered first. */
function capsOf(changes: readonly GivenLimit[], { plan, planInputs }: Planned): readonly SetCap[] {
  const members = new Map((plan.shares.division?.members ?? []).map((member) => [member.userId, member]));
  const emails = new Map(plan.decisions.map(({ userId, email }) => [userId, email]));
  const confirmed = new Map(planInputs.limits.map(({ userId, confirmed: sent }) => [userId, sent?.limitCredits]));
  const caps = changes.flatMap(({ userId, limitCredits }): readonly SetCap[] => {
    const [member, email, share] = [members.get(userId), emails.get(userId), plan.shares.byUser.get(userId)];
    const fromCredits = confirmed.get(userId);
    if (member === undefined || email === undefined || share === undefined || fromCredits === undefined) {
      return [];
    }
    const usedCredits = member.reportedCredits;
    const binding = {
      ...share.pool,
      usedCredits,
      pools: share.pools,
      headroomCredits: Math.max(0, limitCredits - usedCredits),
    };
    const reason = limitCredits < fromCredits ? 'lowered' : 'raised';
    return [{ kind: 'set', userId, email, fromCredits, limitCredits, reason, binding }];
  });
  return [...caps.filter(({ reason }) => reason === 'lowered'), ...caps.filter(({ reason }) => reason !== 'lowered')];
}

function reportOf(
  { run }: LiveWork,
  { totals, hookUsers }: CollectedTotals,
  { planned, standing, scale, since, seen, proven }: Facts & { planned: Planned; proven: readonly ProvenFloat[] },
): LiveReport {
  const named = new Map(planned.plan.shares.pools.map((pool) => [pool.name, pool]));
  const seenCredits = countedSince(totals, since);
  return {
    runId: run.runId,
    at: run.at,
    standing,
    seenCredits: seenCredits === undefined ? undefined : Math.ceil(seenCredits * scale),
    seenUsers: seen.size,
    hookUsers,
    pools: proven.slice(0, poolsMax).flatMap(({ pool, unboundedIds, boundCredits, ...proof }) => {
      const { scope, window } = named.get(pool.name) ?? {};
      const { amountCredits, worstCaseCredits, freeCredits } = proof;
      return scope === undefined || window === undefined
        ? []
        : [
            {
              scope: formatScope(scope),
              window: window.kind,
              amountCredits,
              provenCredits: boundCredits,
              worstCaseCredits,
              freeCredits,
              unboundedUsers: unboundedIds.length,
            },
          ];
    }),
    given: { users: 0, credits: 0 },
  };
}

/** The report is part of one table item. */
const poolsMax = 500;
