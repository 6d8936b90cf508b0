import { formatScope, isPoolScope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import { changesOf, type CapPlan } from '../caps/cap-plan.ts';
import type { Binding } from '../caps/cap.ts';
import type { Hold, RunContext } from '../kernel/runs/run.ts';
import { dayOf, msPerDay, startOfDayMs, type Day } from '../kernel/time/day.ts';
import type { LimitRecord, SentLimit } from '../limits/limit-record.ts';
import { isMovedByTurn } from '../limits/window-turn.ts';
import { emailKey } from '../roster/email.ts';
import { excessesOf, measureBlast, type BlastFacts } from './blast-radius.ts';
import { platformWindowFrom, type EnforcementSettings } from './enforcement-settings.ts';
import { holdForReach } from './guards.ts';
import { endsUntil, toppedUpSince } from './named-users.ts';
import { owedChanges } from './owed-changes.ts';
import { recordsAfter } from './plan-parts.ts';
import type { MadePlan, Planned } from './planned.ts';

/** Until when what was done is no reason to hold a plan; ISO. */
export interface GuardMoments {
  /** The latest moment as of which a run has set all caps that it wanted to. Absent before the first run. */
  readonly latestSent?: string;
  /** When a plan was approved last. */
  readonly approvedAt?: string;
}

/**
 * The blast-radius guard, without any effect: why a plan must wait, and nothing when it may go ahead. The first caps of
 * an installation, and what the turn of a platform window moves, are exempt: they change every cap.
 */
export function judgePlan(
  settings: EnforcementSettings,
  run: RunContext,
  planned: Planned,
  moments: GuardMoments,
): Hold | undefined {
  // Changes of the last day count, but where nothing is to be sent there is nothing to hold.
  if (changesOf(planned.plan).length === 0 || excessesIn(settings, run, planned, moments).length === 0) {
    return undefined;
  }
  // What strict pools need never waits: the rest is judged as if that were done already.
  const { plan, planInputs } = planned;
  const limits = recordsAfter(planInputs.limits, owedChanges(planned), { at: run.at, runId: 'protection' });
  const excesses = excessesIn(settings, run, { plan, planInputs: { ...planInputs, limits } }, moments);
  return excesses.length === 0 ? undefined : holdForReach(planned.planId, excesses);
}

/** How a plan reaches too far, a clause each. */
export function excessesIn(
  settings: EnforcementSettings,
  run: RunContext,
  made: MadePlan,
  moments: GuardMoments,
): readonly string[] {
  const { blastRadius } = settings;
  if (blastRadius === false || moments.latestSent === undefined) {
    return [];
  }
  return excessesOf(measureBlast(made.plan, factsOf(settings, run, made, moments)), blastRadius);
}

function factsOf(
  settings: EnforcementSettings,
  { at, today }: RunContext,
  { plan, planInputs }: MadePlan,
  { latestSent = at, approvedAt }: GuardMoments,
): BlastFacts {
  const { platformWindowAnchorDay: anchorDay } = settings;
  const from = platformWindowFrom(settings, today);
  const ends = endsUntil(planInputs, at);
  const countedSince = countedFrom(at, from, approvedAt);
  const toppedUp = toppedUpSince(planInputs, countedSince < latestSent ? countedSince : latestSent);
  return {
    limits: planInputs.limits,
    movedAtMs: (record) => Date.parse(movedAt(record, latestSent)),
    countedSince,
    endsOf: ({ userId, email }) => {
      const team = planInputs.teamOf.get(userId);
      const ofTeam = team === undefined ? undefined : ends.get(formatScope({ kind: 'team', name: team }));
      return [...(ends.get(emailKey(email)) ?? []), ...(ofTeam ?? [])];
    },
    isToppedUp: ({ userId }) => toppedUp.has(userId),
    isLeftOver: (record) => isBefore(movedAt(record, latestSent), from) && isBefore(record.confirmed?.at ?? at, from),
    isMovedByTurn: (change, confirmed) => isMovedByTurn(change, confirmed, { at, from }),
    isRoutine: ({ binding }, confirmed) => isRoutine(plan, binding, confirmed),
    isNewWindow: ({ binding }, confirmed) =>
      binding !== undefined && isBefore(confirmed.at, windowAt(binding.window, today, { anchorDay }).from),
  };
}

/** A day ago, or when a plan was approved since, or the platform window began. */
function countedFrom(at: string, windowFrom: Day, approvedAt = ''): string {
  const [, , latest = at] = [
    approvedAt,
    new Date(startOfDayMs(windowFrom)).toISOString(),
    new Date(Date.parse(at) - msPerDay).toISOString(),
  ].toSorted();
  return latest;
}

/** Since when nothing of a limit is left to be sent; where the last run came to nothing, since it was confirmed. */
function movedAt({ confirmed, failure, unsettled }: LimitRecord, latestSent: string): string {
  const isLeft = failure !== undefined || unsettled.length > 0;
  return isLeft && confirmed !== undefined && confirmed.at < latestSent ? confirmed.at : latestSent;
}

function isBefore(instant: string, day: Day): boolean {
  return dayOf(Date.parse(instant)) < day;
}

/** A pool with the same terms as when the limit was confirmed, and not passed: only use moves its members' limits. */
function isRoutine({ shares }: CapPlan, binding: Binding | undefined, confirmed: SentLimit): boolean {
  if (
    binding === undefined ||
    !isPoolScope(binding.scope) ||
    binding.pools === undefined ||
    binding.pools !== confirmed.pools
  ) {
    return false;
  }
  const key = formatScope(binding.scope);
  const passed = shares.pools.some(
    ({ scope, window, roomCredits }) => formatScope(scope) === key && window.kind === binding.window && roomCredits < 0,
  );
  return !passed;
}
