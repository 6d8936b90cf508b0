import type { CapDecision, SetCap } from '../caps/cap.ts';
import type { RunContext } from '../kernel/runs/run.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import { excessesIn, type GuardMoments } from './judge-plan.ts';
import { namedSince } from './named-users.ts';
import { owedChanges, withOwed } from './owed-changes.ts';
import { partOf, rowsFor, type PlanPart } from './plan-parts.ts';
import type { MadePlan } from './planned.ts';
import { settledChanges } from './settled-changes.ts';

/** What is to be sent of a plan that a guard has seen; JSON carries it. */
export interface SendPermit extends GuardMoments {
  readonly planId: string;
  readonly inputsHash: string;
  /**
   * Only this part of the plan is sent; the rest waits. `owed`: what strict pools need. `beside-hold`: that, first
   * limits, and edits for named users. `rescue`: that without first limits, since figures are in doubt. `rows`:
   * released rows.
   */
  readonly part?: 'owed' | 'beside-hold' | 'rescue' | 'rows';
  /** The plan is made on the figures before those that are missing or in doubt. */
  readonly isInDoubt?: true;
  /** It goes beside the mark of a run whose moment has not come yet, and moves no mark itself. */
  readonly isBesideMark?: true;
}

/**
 * What is sent of a plan that a guard holds: what strict pools need, and what edits since the last caps give to the
 * users they name. The latter is judged by its own reach: too much of it waits with the rest.
 */
export function partBesideHold(
  settings: EnforcementSettings,
  run: RunContext,
  made: MadePlan,
  moments: GuardMoments,
): PlanPart {
  const named = namedSince(made.planInputs, moments.latestSent ?? run.at);
  return partFor(made, named, (alone) => excessesIn(raisesAlone(settings), run, alone, moments).length > 0);
}

/**
 * What is sent while figures are missing or in doubt, of a plan that is made on those before: beside what never waits,
 * what follows from budgets as they are now and rests on no figure that is missing. Raises and lowerings are each judged
 * by their own reach: too much of them waits for the figures, and then for approval.
 */
function partInDoubt(
  settings: EnforcementSettings,
  run: RunContext,
  made: MadePlan,
  moments: GuardMoments,
): PlanPart & { readonly lowers: readonly SetCap[] } {
  const reachesFar = (under: EnforcementSettings, alone: MadePlan): boolean =>
    excessesIn(under, run, alone, moments).length > 0;
  const { lowers: settled, raisedIds } = settledChanges(made);
  const named = partBesideHold(settings, run, made, moments);
  const more = raisedIds.union(idsOf(named.raises));
  const all = raisedIds.size === 0 ? named : partFor(made, more, (alone) => reachesFar(raisesAlone(settings), alone));
  const { raises } = all.raises.length > named.raises.length ? all : named;
  const raised = idsOf(raises);
  const needed = new Map(named.protection.map(({ userId, limitCredits }) => [userId, limitCredits]));
  const others = settled.filter(
    ({ userId, limitCredits }) => !raised.has(userId) && limitCredits < (needed.get(userId) ?? Infinity),
  );
  const lowers = reachesFar(settings, onlyWith(made, others)) ? [] : others;
  const lowered = idsOf(lowers);
  return { protection: named.protection.filter(({ userId }) => !lowered.has(userId)), raises, lowers };
}

/** `named`: whose limits may rise, by user id. `reachesFar`: whether what raises them, without the rest, is too much. */
function partFor(made: MadePlan, named: ReadonlySet<string>, reachesFar: (alone: MadePlan) => boolean): PlanPart {
  const part = partOf(made, named);
  return reachesFar(onlyWith(made, part.raises)) ? { ...part, raises: [] } : part;
}

/** For a part that lowers nothing: what was lowered before is no reason to hold it. */
function raisesAlone(settings: EnforcementSettings): EnforcementSettings {
  const { blastRadius } = settings;
  return {
    ...settings,
    blastRadius: blastRadius !== false && { ...blastRadius, loweredShare: Infinity, blockedUsersMax: Infinity },
  };
}

/** The changes of the part that is sent: those that lower limits first. */
export function partToSend(
  settings: EnforcementSettings,
  run: RunContext,
  made: MadePlan,
  permit: Omit<SendPermit, 'planId' | 'inputsHash'>,
): readonly SetCap[] {
  if (permit.part === 'owed') {
    return owedChanges(made);
  }
  const { protection, raises, lowers } =
    permit.isInDoubt === true
      ? partInDoubt(settings, run, made, permit)
      : { ...partBesideHold(settings, run, made, permit), lowers: [] };
  const lowered = idsOf(lowers);
  const needed = permit.part === 'rescue' ? owedChanges(made).filter(({ userId }) => !lowered.has(userId)) : protection;
  return [...needed, ...lowers, ...raises];
}

/** What a plan does for some people, by the email's matching form, without the rest. */
export function rowsToSend(made: MadePlan, emails: readonly string[]): readonly SetCap[] {
  const wanted = new Set(emails);
  const chosen = made.plan.decisions.filter(({ email }) => wanted.has(emailKey(email)));
  return withOwed(made, rowsFor(made, new Set(chosen.map(({ userId }) => userId))));
}

/**
 * Only the figures of yesterday are missing. Where an earlier day is in doubt again, limits that were in force since look
 * as if they allowed more than they did, and nothing is lowered for that.
 */
export function isMerelyLate(through: Day | undefined, today: Day): boolean {
  return through !== undefined && through >= addDays(today, -2);
}

/** The plan as if it changed nothing else. */
function onlyWith({ plan, planInputs }: MadePlan, changes: readonly SetCap[]): MadePlan {
  const byUser = new Map(changes.map((change) => [change.userId, change]));
  const inForce = new Map(planInputs.limits.map(({ userId, confirmed }) => [userId, confirmed?.limitCredits]));
  const decisions = plan.decisions.map(({ userId, email, binding }): CapDecision => {
    const limitCredits = inForce.get(userId);
    const about = limitCredits !== undefined && binding !== undefined && { limitCredits, binding };
    return byUser.get(userId) ?? { kind: 'keep', userId, email, reason: 'unchanged', ...about };
  });
  return { plan: { ...plan, decisions }, planInputs };
}

function idsOf(changes: readonly SetCap[]): ReadonlySet<string> {
  return new Set(changes.map(({ userId }) => userId));
}
