import { formatScope } from '../budgets/scope.ts';
import type { WindowKind } from '../budgets/window.ts';
import type { CapDecision, SetCap } from '../caps/cap.ts';
import { stopsOf } from '../caps/stops.ts';
import { toldVerdict } from '../explanation/describe-pool.ts';
import { poolOutlooks, type PoolOutlook, type Promised } from '../explanation/pool-outlook.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { Day } from '../kernel/time/day.ts';
import { recordsByUser, type LimitRecord } from '../limits/limit-record.ts';
import { shortVerdict, type ToldVerdict } from '../permits/describe-verdict.ts';
import type { MadePlan } from './planned.ts';

interface ChangeCounts {
  readonly raised: number;
  readonly lowered: number;
  readonly stopped: number;
  readonly freed: number;
}

export interface TeamChange extends ChangeCounts {
  readonly team?: string;
  readonly users: number;
  readonly beforeCredits: number;
  readonly afterCredits: number;
}

export interface PoolSummary {
  readonly scope: string;
  readonly window: WindowKind;
  /** The days of its window. Absent in a plan from an earlier version. */
  readonly from?: Day;
  readonly through?: Day;
  readonly amountCredits: number;
  readonly usedCredits: number;
  readonly leftCredits: number;
  /** Absent in a plan from an earlier version. */
  readonly allowedCredits?: number;
  readonly worstCaseCredits?: number;
  readonly runwayDays?: number;
  readonly promised: Promised;
  /** In a few words and in a sentence. Absent for a pool with overcommit, and in a plan from an earlier version. */
  readonly verdict?: Pick<ToldVerdict, 'kind' | 'detail'> & { readonly words: string };
}

export interface PlannedChange {
  readonly email: string;
  readonly fromCredits?: number;
  readonly toCredits: number;
  readonly reason: SetCap['reason'];
}

export interface PlanSummary {
  readonly total: TeamChange;
  readonly teams: readonly TeamChange[];
  readonly teamsCount: number;
  readonly stoppedEmails: readonly string[];
  readonly freedEmails?: readonly string[];
  readonly largest: readonly PlannedChange[];
  readonly pools: readonly PoolSummary[];
}

/** A table item holds 400 KB. */
const kept = { teams: 200, named: 500, largest: 20, pools: 100, detailChars: 500 } as const;

export function summarizePlan({ plan, planInputs }: MadePlan): PlanSummary {
  const records = recordsByUser(planInputs.limits);
  const left = new Set(stopsOf(plan).map(({ userId }) => userId));
  const moves = plan.decisions.map((decision) => moveOf(decision, records.get(decision.userId), left));
  const byTeam = Map.groupBy(moves, ({ userId }) => planInputs.teamOf.get(userId));
  const teams = [...byTeam].map(([team, ofTeam]): TeamChange => ({
    team,
    ...changeOf(ofTeam, planInputs),
  }));
  const namedOf = (is: (move: Move) => boolean): readonly string[] =>
    sortedBy(
      moves.filter(is).map(({ email }) => email),
      (email) => email,
    ).slice(0, kept.named);
  const changes = plan.decisions.filter((decision) => decision.kind === 'set');
  const emails = new Map(plan.decisions.map(({ userId, email }) => [userId, email]));
  return {
    total: changeOf(moves, planInputs),
    teams: sortedBy(teams, ({ team = '' }) => team)
      .toSorted((a, b) => b.stopped - a.stopped || b.lowered + b.raised - (a.lowered + a.raised))
      .slice(0, kept.teams),
    teamsCount: teams.length,
    stoppedEmails: namedOf(isStopped),
    freedEmails: namedOf(isFreed),
    largest: sortedBy(changes, ({ email }) => email)
      .toSorted((a, b) => distanceOf(b) - distanceOf(a))
      .slice(0, kept.largest)
      .map(plannedChange),
    pools: poolOutlooks(plan.shares, plan.day)
      .filter(({ pool }) => !pool.isNext)
      .slice(0, kept.pools)
      .map((outlook) => poolSummary(outlook, emails)),
  };
}

function poolSummary(
  { pool, leftCredits, allowedCredits, worstCaseCredits, runwayDays, promised }: PoolOutlook,
  emails: ReadonlyMap<string, string>,
): PoolSummary {
  const verdict = toldVerdict(pool, (userId) => emails.get(userId) ?? userId);
  return {
    scope: formatScope(pool.scope),
    window: pool.window.kind,
    from: pool.window.from,
    through: pool.window.through,
    amountCredits: pool.amountCredits,
    usedCredits: pool.knownCredits,
    leftCredits,
    allowedCredits,
    worstCaseCredits,
    runwayDays,
    promised,
    ...(verdict !== undefined && {
      verdict: {
        kind: verdict.kind,
        words: shortVerdict(verdict),
        detail: verdict.detail.slice(0, kept.detailChars),
      },
    }),
  };
}

export function plannedChange({ email, fromCredits, limitCredits, reason }: SetCap): PlannedChange {
  return { email, fromCredits, toCredits: limitCredits, reason };
}

interface Move {
  readonly userId: string;
  readonly email: string;
  readonly fromCredits: number | undefined;
  readonly toCredits: number | undefined;
  readonly wasStopped: boolean;
  readonly willBeStopped: boolean;
}

function moveOf(decision: CapDecision, record: LimitRecord | undefined, left: ReadonlySet<string>): Move {
  const { userId, email } = decision;
  const fromCredits = record?.confirmed?.limitCredits;
  const toCredits = decision.kind === 'set' ? decision.limitCredits : fromCredits;
  const usedCredits = decision.binding?.usedCredits;
  const wasStopped = fromCredits !== undefined && usedCredits !== undefined && fromCredits <= usedCredits;
  return { userId, email, fromCredits, toCredits, wasStopped, willBeStopped: left.has(userId) };
}

function isStopped({ wasStopped, willBeStopped }: Move): boolean {
  return willBeStopped && !wasStopped;
}

function isFreed({ wasStopped, willBeStopped }: Move): boolean {
  return wasStopped && !willBeStopped;
}

function changeOf(moves: readonly Move[], { unlimitedCredits }: MadePlan['planInputs']): Omit<TeamChange, 'team'> {
  const sum = (of: (move: Move) => number | undefined): number =>
    moves.reduce((total, move) => {
      const credits = of(move) ?? 0;
      return credits >= unlimitedCredits ? total : total + credits;
    }, 0);
  const count = (is: (move: Move) => boolean): number => moves.filter(is).length;
  return {
    users: moves.length,
    beforeCredits: sum(({ fromCredits }) => fromCredits),
    afterCredits: sum(({ toCredits }) => toCredits),
    raised: count(({ fromCredits, toCredits }) => (toCredits ?? 0) > (fromCredits ?? Infinity)),
    lowered: count(({ fromCredits = Infinity, toCredits = Infinity }) => toCredits < fromCredits),
    stopped: count(isStopped),
    freed: count(isFreed),
  };
}

function distanceOf({ fromCredits, limitCredits }: SetCap): number {
  return fromCredits === undefined ? 0 : Math.abs(limitCredits - fromCredits);
}
