import type { Budget } from '../domain/budgets/budget.ts';
import { formatScope } from '../domain/budgets/scope.ts';
import { windowAt } from '../domain/budgets/window.ts';
import { changesOf } from '../domain/caps/cap-plan.ts';
import { emailKey } from '../domain/roster/email.ts';
import { excessesOf, measureBlast, type BlastFacts, type BlastRadius } from '../domain/runs/blast-radius.ts';
import { changesKeptMax, heldForMs, type HeldPlan } from '../domain/runs/held-plan.ts';
import type { Hold } from '../domain/runs/run.ts';
import { dayOf, type Day } from '../domain/time/day.ts';
import type { Clock, Journal, PlanStore } from './ports.ts';
import type { Planned } from './plan-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';

export interface GuardPorts {
  readonly clock: Clock;
  readonly plans: PlanStore;
  readonly journal: Journal;
}

export interface GuardInput extends Planned {
  readonly budgets: readonly Budget[];
  /** The latest moment as of which caps were set before; ISO. */
  readonly latestApplied: string | undefined;
}

/**
 * The blast-radius guard, without any effect: why a plan must wait, and nothing when it may go ahead. The first caps of
 * an installation, and the first of each platform window, are exempt: they change everything by nature.
 */
export function judgePlan(settings: NightSettings, today: Day, input: GuardInput): Hold | undefined {
  const { blastRadius } = settings;
  if (blastRadius === false || isFirstOfWindow(settings, today, input.latestApplied)) {
    return undefined;
  }
  const excesses = excessesIn(input, blastRadius, today);
  return excesses.length === 0
    ? undefined
    : {
        guard: 'blast-radius',
        plan: input.planId,
        detail: `The plan reaches far: ${excesses.join('; ')}. Nothing was sent. Look at it with "curfew plan", then "curfew approve ${input.planId}" or "curfew reject ${input.planId}"`,
      };
}

/** Judges a plan and, when it must wait, keeps it for approval, once. */
export async function guardPlan(
  ports: GuardPorts,
  settings: NightSettings,
  { run, input }: { readonly run: RunContext; readonly input: GuardInput },
): Promise<Hold | undefined> {
  const hold = judgePlan(settings, run.today, input);
  if (hold === undefined) {
    return undefined;
  }
  const known = await ports.plans.find(input.planId);
  if (known?.decision?.kind === 'rejected') {
    return { ...hold, detail: `${hold.detail}. It was rejected by ${known.decision.by}` };
  }
  if (known === undefined) {
    // The journal first: once the plan is kept, a later run finds nothing left to tell about it.
    const { runId, at } = run;
    const detail = { plan: input.planId, detail: hold.detail };
    const id = `plan/${input.planId}/held`;
    await ports.journal.append([{ id, at, kind: 'plan-held', actor: 'curfew', runId, detail }]);
    await ports.plans.put(heldPlan(run, input, { detail: hold.detail, nowMs: ports.clock.now() }));
  }
  return hold;
}

function isFirstOfWindow(
  { platformWindowAnchorDay }: NightSettings,
  today: Day,
  latestApplied: string | undefined,
): boolean {
  const { from } = windowAt('platform', today, { anchorDay: platformWindowAnchorDay });
  return from === today || latestApplied === undefined || dayOf(Date.parse(latestApplied)) < from;
}

function excessesIn(input: GuardInput, bounds: BlastRadius, today: Day): readonly string[] {
  const { plan, limits, budgets, latestApplied } = input;
  const lastDay = latestApplied === undefined ? today : dayOf(Date.parse(latestApplied));
  const expired = new Set(
    budgets.flatMap(({ scope, to }) =>
      scope.kind === 'user' && to !== undefined && lastDay <= to && to < today ? [scope.email] : [],
    ),
  );
  const facts: BlastFacts = {
    limits,
    expiredUserIds: new Set(
      plan.decisions.filter(({ email }) => expired.has(emailKey(email))).map(({ userId }) => userId),
    ),
    isRoutine: ({ binding }, confirmed) =>
      (binding?.scope.kind === 'org' || binding?.scope.kind === 'team') &&
      !budgets.some(
        (budget) =>
          formatScope(budget.scope) === formatScope(binding.scope) &&
          Date.parse(budget.updatedAt) > Date.parse(confirmed.at),
      ),
  };
  return excessesOf(measureBlast(plan, facts), bounds);
}

function heldPlan(
  { runId, at }: RunContext,
  { planId, plan }: Planned,
  { detail, nowMs }: { readonly detail: string; readonly nowMs: number },
): HeldPlan {
  const changes = changesOf(plan);
  return {
    planId,
    at,
    heldAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + heldForMs).toISOString(),
    runId,
    detail,
    changesCount: changes.length,
    changes: changes.slice(0, changesKeptMax).map(({ email, fromCredits, limitCredits, reason }) => ({
      email,
      ...(fromCredits !== undefined && { fromCredits }),
      toCredits: limitCredits,
      reason,
    })),
  };
}
