import { formatScope, isPoolScope } from '../budgets/scope.ts';
import type { CapPlan } from '../caps/cap-plan.ts';
import type { CapDecision, SetCap } from '../caps/cap.ts';
import { creditsPhrase } from '../kernel/texts/credits.ts';
import { msPerDay } from '../kernel/time/day.ts';
import { recordsByUser, type LimitRecord, type SentLimit } from '../limits/limit-record.ts';
import type { End } from './named-users.ts';

export interface BlastRadius {
  readonly loweredShare: number;
  readonly blockedUsersMax: number;
  readonly raisedShare: number;
}

export interface BlastFacts {
  readonly limits: readonly LimitRecord[];
  readonly endsOf: (decision: CapDecision) => readonly End[];
  /** Unix milliseconds since which the limit needs no more sending: earlier ends are done. */
  readonly movedAtMs: (record: LimitRecord) => number;
  /** The limit is of an earlier platform window, because no run of this one has moved it yet. */
  readonly isLeftOver: (record: LimitRecord) => boolean;
  /** The turn of a platform window moves the limit, and no admin edit since. */
  readonly isMovedByTurn: (change: SetCap, confirmed: SentLimit) => boolean;
  /** The pool's terms are unchanged since: its members' use moves all their caps in every nightly run. */
  readonly isRoutine: (change: SetCap, confirmed: SentLimit) => boolean;
  readonly isToppedUp: (change: SetCap) => boolean;
  readonly countedSince: string;
  readonly isNewWindow: (change: SetCap, confirmed: SentLimit) => boolean;
}

interface Blast {
  readonly caps: number;
  readonly lowered: number;
  readonly blocked: number;
  readonly blockedBy: readonly string[];
  readonly totalCredits: number;
  readonly raisedCredits: number;
}

interface JudgedChange {
  readonly change: SetCap;
  readonly confirmed: SentLimit;
}

/** Measures a plan without the caps that a window's turn, an end, or use alone moves. */
export function measureBlast({ decisions }: CapPlan, facts: BlastFacts): Blast {
  const records = recordsByUser(facts.limits);
  const judged: JudgedChange[] = [];
  let totalCredits = 0;
  let caps = 0;
  for (const decision of decisions) {
    const record = records.get(decision.userId);
    const confirmed = record?.confirmed;
    if (record === undefined || confirmed === undefined) {
      continue;
    }
    caps += 1;
    const together = countedTogether(decision, record, facts);
    totalCredits +=
      together !== undefined
        ? reachOf(together, facts)
        : decision.kind === 'set'
          ? reachOf({ change: decision, confirmed }, facts)
          : confirmed.limitCredits;
    if (together !== undefined) {
      judged.push(together);
    } else if (decision.kind === 'set' && !isExempt({ change: decision, confirmed }, record, facts)) {
      judged.push({ change: decision, confirmed });
    }
  }
  const blocked = judged.filter(isBlocked);
  return {
    caps,
    lowered: judged.filter(({ change, confirmed }) => change.limitCredits < confirmed.limitCredits).length,
    blocked: blocked.length,
    blockedBy: [...new Set(blocked.map(({ change }) => budgetOf(change)))].toSorted(),
    totalCredits,
    raisedCredits: judged.reduce((sum, each) => sum + (facts.isToppedUp(each.change) ? 0 : raiseOf(each, facts)), 0),
  };
}

/** Describes in which ways a plan is too large; empty when it may be applied. Without a confirmed cap it never is. */
export function excessesOf(blast: Blast, bounds: BlastRadius): readonly string[] {
  const { caps, lowered, blocked, blockedBy, totalCredits, raisedCredits } = blast;
  return [
    ...(lowered > caps * bounds.loweredShare
      ? [`it lowers ${lowered} of ${caps} caps, more than ${percent(bounds.loweredShare)}`]
      : []),
    ...(blocked > bounds.blockedUsersMax
      ? [
          `it takes all that was left from ${blocked} users, more than ${bounds.blockedUsersMax} (used up: ${blockedBy.join(', ')})`,
        ]
      : []),
    ...(raisedCredits > totalCredits * bounds.raisedShare
      ? [
          `it raises limits of ${creditsPhrase(totalCredits)} by ${creditsPhrase(raisedCredits)}, more than ${percent(bounds.raisedShare)}`,
        ]
      : []),
  ];
}

function countedTogether(decision: CapDecision, record: LimitRecord, facts: BlastFacts): JudgedChange | undefined {
  const { confirmed, counted = [] } = record;
  const first = counted.find(({ at }) => at > facts.countedSince);
  if (first === undefined || confirmed === undefined) {
    return undefined;
  }
  const isLeft = decision.kind === 'keep' || isExempt({ change: decision, confirmed }, record, facts);
  // A user without a deciding budget is not judged.
  if (decision.kind === 'keep' && decision.limitCredits === undefined) {
    return undefined;
  }
  const { userId, email, binding } = decision;
  const limitCredits = isLeft ? confirmed.limitCredits : decision.limitCredits;
  const fromCredits = first.limitCredits - takenByEnd(record, facts, facts.endsOf(decision));
  const change: SetCap = {
    kind: 'set',
    userId,
    email,
    fromCredits,
    limitCredits,
    reason: 'lowered',
    binding:
      binding === undefined
        ? undefined
        : { ...binding, headroomCredits: Math.max(0, limitCredits - binding.usedCredits) },
  };
  const { usedCredits } = first;
  const was = { limitCredits: fromCredits, at: facts.countedSince, runId: confirmed.runId };
  return { change, confirmed: { ...was, usedCredits } };
}

/** The first change in the day after a term's end, if it lowered the limit by no more than what ended. */
function takenByEnd(
  { counted = [], confirmed }: LimitRecord,
  { countedSince }: BlastFacts,
  ends: readonly End[],
): number {
  const endedMs = Math.max(0, ...ends.map(({ endMs }) => endMs));
  const place = counted.findIndex(({ at }) => Date.parse(at) >= endedMs);
  const change = counted[place];
  if (change === undefined || change.at <= countedSince || Date.parse(change.at) - endedMs > msPerDay) {
    return 0;
  }
  const after = counted[place + 1] ?? confirmed;
  const taken = Math.max(0, change.limitCredits - (after?.limitCredits ?? 0));
  return Math.min(taken, sumOf(ends.filter(({ endMs }) => endMs === endedMs)));
}

function isExempt({ change, confirmed }: JudgedChange, record: LimitRecord, facts: BlastFacts): boolean {
  return (
    facts.isMovedByTurn(change, confirmed) ||
    facts.isLeftOver(record) ||
    isExpired({ change, confirmed }, record, facts) ||
    facts.isRoutine(change, confirmed)
  );
}

function isExpired(
  { change, confirmed }: JudgedChange,
  record: LimitRecord,
  { endsOf, movedAtMs }: BlastFacts,
): boolean {
  const ends = endsOf(change).filter(({ endMs }) => endMs > movedAtMs(record));
  return ends.length > 0 && confirmed.limitCredits - change.limitCredits <= sumOf(ends);
}

function sumOf(ends: readonly End[]): number {
  return ends.reduce((sum, { credits }) => sum + credits, 0);
}

/** A user who consumed all of the old limit is stopped already, and not by this plan. */
function isBlocked({ change: { binding, limitCredits }, confirmed }: JudgedChange): boolean {
  return binding !== undefined && limitCredits <= binding.usedCredits && confirmed.limitCredits > binding.usedCredits;
}

function budgetOf({ binding }: SetCap): string {
  return binding === undefined ? 'no budget' : `${formatScope(binding.scope)} ${binding.window}`;
}

/** A cap that moves with use, or begins again, is judged by what it leaves; any other by the limit itself. */
function isMovedAlong({ change, confirmed }: JudgedChange, facts: BlastFacts): boolean {
  const { binding } = change;
  if (binding === undefined) {
    return false;
  }
  const isPaced = isPoolScope(binding.scope) || binding.window === 'day' || binding.window === 'week';
  return isPaced || facts.isNewWindow(change, confirmed);
}

function reachOf(judged: JudgedChange, facts: BlastFacts): number {
  const { limitCredits, usedCredits = 0 } = judged.confirmed;
  return isMovedAlong(judged, facts) ? Math.max(0, limitCredits - usedCredits) : limitCredits;
}

/** An explicit `unlimited` has no size: it counts as twice the limit. */
function raiseOf(judged: JudgedChange, facts: BlastFacts): number {
  const { change, confirmed } = judged;
  if (change.binding === undefined) {
    return confirmed.limitCredits;
  }
  return isMovedAlong(judged, facts)
    ? change.binding.headroomCredits - reachOf(judged, facts)
    : change.limitCredits - confirmed.limitCredits;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
