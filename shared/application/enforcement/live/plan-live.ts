import type { SetCap } from '../../../domain/caps/cap.ts';
import { livePoolsOf, type LivePool } from '../../../domain/live/live-pools.ts';
import { freeCredits } from '../../../domain/live/live-pool.ts';
import type { LivePoolReport, LiveReport, LiveStanding } from '../../../domain/live/live-state.ts';
import { decideStanding, type LiveTerms } from '../../../domain/live/standing.ts';
import { seenUse, type SeenUse } from '../../../domain/live/totals/seen-use.ts';
import { countedSince } from '../../../domain/live/totals/totals-state.ts';
import type { ComputerRecord } from '../../../domain/computers/computer-record.ts';
import { dayOf } from '../../../domain/time/day.ts';
import { collectLastKnown } from '../collect/collect-last-known.ts';
import { collectTables, type Collected } from '../collect/collect-tables.ts';
import { planCollected, type Planned } from '../plan-run.ts';
import { readSkew } from '../collect/read-skew.ts';
import type { CollectedTotals } from './collect-totals.ts';
import type { LiveWork } from './live-work.ts';

/** What a run gives, and all that it says of it. */
export interface LivePlan {
  readonly collected: CollectedTotals;
  readonly planned: Planned;
  readonly report: LiveReport;
  /** Those that lower limits first. */
  readonly changes: readonly SetCap[];
}

/** Finds what is proven of every pool, what is seen of everybody, and what to give of what is free. */
export async function planLive(work: LiveWork, totals: CollectedTotals): Promise<LivePlan> {
  const { ports, settings, run } = work;
  const collected = await collectKnown(work);
  const limits = await ports.limits.list();
  const { skewMs } = await readSkew(work);
  const planned = planCollected(settings, run, { collected, limits, skewMs });
  const nowMs = Date.parse(run.at);
  const since = firstUnknownDay(planned, run.today);
  const standing = decideStanding({ ...totals, nowMs, since }, settings.live);
  const seen = seenUse(totals.sessions.values(), {
    since,
    scale: standing.kind === 'on' ? standing.scale : 1,
    burns: totals.burns,
    ownerOfSession: new Map(),
    ownerOfComputer: ownersOfComputers((await ports.fleet.read()).records, planned),
  });
  const pools = livePoolsOf(planned.plan.shares, nowMs);
  return { collected: totals, planned, changes: [], report: reportOf(work, { totals, standing, since, seen, pools }) };
}

/** What the ledger knows. While yesterday's figures are missing, or in doubt, all that limits allowed since counts. */
async function collectKnown({ ports, settings, run }: LiveWork): Promise<Collected> {
  const collected = await collectTables(ports, settings, run);
  return collected.hold === undefined ? collected : collectLastKnown(ports, settings, run);
}

function firstUnknownDay({ plan }: Planned, today: string): string {
  const { division } = plan.shares;
  return division === undefined ? today : dayOf(division.exposureTerms.moment.knownUntilMs);
}

/** Of computers that belong to somebody on the roster. */
function ownersOfComputers(records: readonly ComputerRecord[], { planInputs }: Planned): ReadonlyMap<string, string> {
  const known = new Set(planInputs.users.map(({ userId }) => userId));
  return new Map(
    records.flatMap(({ found }) =>
      found?.ownerId !== undefined && known.has(found.ownerId) ? [[found.id, found.ownerId] as const] : [],
    ),
  );
}

interface ReportFacts {
  readonly totals: CollectedTotals;
  readonly standing: LiveStanding;
  readonly since: string;
  readonly seen: ReadonlyMap<string, SeenUse>;
  readonly pools: readonly LivePool[];
}

function reportOf({ run, settings }: LiveWork, { totals, standing, since, seen, pools }: ReportFacts): LiveReport {
  const seenCredits = countedSince(totals.totals, since);
  const scale = standing.kind === 'on' ? standing.scale : 1;
  return {
    runId: run.runId,
    at: run.at,
    standing,
    ...(seenCredits !== undefined && { seenCredits: Math.ceil(seenCredits * scale) }),
    seenUsers: seen.size,
    pools: pools.map((pool) => poolReport(pool, settings.live)),
    given: { users: 0, credits: 0 },
  };
}

function poolReport(
  { scope, window, amountCredits, worstCaseCredits, isUnbounded }: LivePool,
  terms: LiveTerms,
): LivePoolReport {
  const proof = { amountCredits, worstCaseCredits, boundCredits: worstCaseCredits };
  return {
    scope,
    window,
    amountCredits,
    worstCaseCredits,
    provenCredits: proof.boundCredits,
    freeCredits: isUnbounded ? 0 : freeCredits(proof, terms),
  };
}
