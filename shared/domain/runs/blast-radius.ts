import type { CapPlan } from '../caps/cap-plan.ts';
import type { SetCap } from '../caps/cap.ts';
import type { LimitRecord, SentLimit } from '../caps/limit-record.ts';
import { isWindowStart } from './run-id.ts';

/** How far a plan may reach before somebody has to approve it. */
export interface BlastRadius {
  /** Share of the confirmed caps that may be lowered. */
  readonly loweredShare: number;
  /** Users who may lose all that they had left. */
  readonly blockedUsersMax: number;
  /** Share by which the total of limits may rise. */
  readonly raisedShare: number;
}

export interface BlastFacts {
  readonly limits: readonly LimitRecord[];
  /** Users whose cap may change for a reason that an admin gave long before: a budget with a last day. */
  readonly expiredUserIds: ReadonlySet<string>;
  /** Scopes of pools that nobody edited since `since`: what their members consume moves all their caps every night. */
  readonly isRoutine: (change: SetCap, confirmed: SentLimit) => boolean;
}

/** What a plan would do, measured against the caps that were confirmed. Credits are Standard Credits. */
export interface Blast {
  readonly caps: number;
  readonly lowered: number;
  readonly blocked: number;
  readonly totalCredits: number;
  readonly raisedCredits: number;
}

interface Judged {
  readonly change: SetCap;
  readonly confirmed: SentLimit;
}

/** Measures a plan. A cap that a window start set, and one that goes with an expired budget, may change as it will. */
export function measureBlast({ decisions }: Pick<CapPlan, 'decisions'>, facts: BlastFacts): Blast {
  const records = new Map(facts.limits.map((record) => [record.userId, record]));
  const judged: Judged[] = [];
  let totalCredits = 0;
  let caps = 0;
  for (const decision of decisions) {
    const confirmed = records.get(decision.userId)?.confirmed;
    if (confirmed === undefined) {
      continue;
    }
    caps += 1;
    totalCredits += decision.kind === 'set' ? reachOf(decision, confirmed) : confirmed.limitCredits;
    if (decision.kind === 'set' && !isExempt(decision, confirmed, facts)) {
      judged.push({ change: decision, confirmed });
    }
  }
  return {
    caps,
    lowered: judged.filter(({ change, confirmed }) => isLowered(change, confirmed, facts)).length,
    blocked: judged.filter(isBlocked).length,
    totalCredits,
    raisedCredits: judged.reduce((sum, { change, confirmed }) => sum + raiseOf(change, confirmed), 0),
  };
}

/** What of a plan reaches too far, in words; nothing when it may go ahead. Where nothing is confirmed, nothing can. */
export function excessesOf(blast: Blast, bounds: BlastRadius): readonly string[] {
  const { caps, lowered, blocked, totalCredits, raisedCredits } = blast;
  return [
    ...(lowered > caps * bounds.loweredShare
      ? [`it lowers ${lowered} of ${caps} caps, more than ${percent(bounds.loweredShare)}`]
      : []),
    ...(blocked > bounds.blockedUsersMax
      ? [`it takes all that was left from ${blocked} users, more than ${bounds.blockedUsersMax}`]
      : []),
    ...(caps > 0 && raisedCredits > totalCredits * bounds.raisedShare
      ? [
          `it raises limits of ${totalCredits} credits by ${raisedCredits} credits, more than ${percent(bounds.raisedShare)}`,
        ]
      : []),
  ];
}

function isExempt(change: SetCap, confirmed: SentLimit, { expiredUserIds }: BlastFacts): boolean {
  return expiredUserIds.has(change.userId) || isWindowStart(confirmed.runId);
}

function isLowered(change: SetCap, confirmed: SentLimit, facts: BlastFacts): boolean {
  return change.limitCredits < confirmed.limitCredits && !facts.isRoutine(change, confirmed);
}

/** Who consumed all of the old limit is stopped already, and not by this plan. */
function isBlocked({ change: { binding, limitCredits }, confirmed }: Judged): boolean {
  return binding !== undefined && limitCredits <= binding.usedCredits && confirmed.limitCredits > binding.usedCredits;
}

/** A cap that is moved along with use each night is judged by what it leaves, another by the limit itself. */
function isMovedAlong({ binding }: SetCap): boolean {
  return binding !== undefined && (isPool(binding.scope.kind) || binding.window === 'day' || binding.window === 'week');
}

function isPool(kind: string): boolean {
  return kind === 'org' || kind === 'team';
}

function reachOf(change: SetCap, { limitCredits, usedCredits = 0 }: SentLimit): number {
  return isMovedAlong(change) ? Math.max(0, limitCredits - usedCredits) : limitCredits;
}

/** An explicit `unlimited` has no size: it counts as twice the limit. */
function raiseOf(change: SetCap, confirmed: SentLimit): number {
  if (change.binding === undefined) {
    return confirmed.limitCredits;
  }
  return isMovedAlong(change)
    ? change.binding.headroomCredits - reachOf(change, confirmed)
    : change.limitCredits - confirmed.limitCredits;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
