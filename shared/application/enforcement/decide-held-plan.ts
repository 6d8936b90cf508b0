import { changesOf, type CapPlan } from '../../domain/caps/cap-plan.ts';
import type { HeldPlan } from '../../domain/runs/held-plan.ts';
import type { Hold } from '../../domain/runs/run.ts';
import { dayOf, type Day } from '../../domain/time/day.ts';
import { collectTables, type Collected, type TablePorts } from './collect-tables.ts';
import type { Author } from '../edits/ports.ts';
import { findLatestSent, judgePlan } from './guard-plan.ts';
import { planCollected, type Planned } from './plan-run.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { Journal, RunStore } from '../runs/ports.ts';
import type { LimitStore, PlanStore } from './ports.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';

export interface ShowPorts extends TablePorts {
  readonly limits: LimitStore;
  readonly runs: RunStore;
}

/** What would be done at a moment, and what would hold it. */
export interface ShownPlan {
  readonly planId: string;
  readonly plan: CapPlan;
  readonly changes: ReturnType<typeof changesOf>;
  readonly dataThrough: Day | undefined;
  readonly held: Hold | undefined;
}

/** Plans as of a moment (Unix milliseconds) from the tables alone. Nothing is changed, and the platform is not asked. */
export async function showPlan(ports: ShowPorts, settings: EnforcementSettings, atMs: number): Promise<ShownPlan> {
  const run = { runId: 'plan', at: new Date(atMs).toISOString(), today: dayOf(atMs) };
  const collected = await collectTables(ports, settings, run);
  const planned = planCollected(settings, run, { collected, limits: await ports.limits.list() });
  return {
    planId: planned.planId,
    plan: planned.plan,
    // What rests on doubtful figures is no plan.
    changes: collected.hold === undefined ? changesOf(planned.plan) : [],
    dataThrough: collected.through,
    held: await judgeCollected(ports, settings, { run, collected, ...planned }),
  };
}

/** What would hold a plan that was made from the tables. */
export async function judgeCollected(
  { runs }: Pick<ShowPorts, 'runs'>,
  settings: EnforcementSettings,
  { run, collected, ...planned }: Planned & { readonly run: RunContext; readonly collected: Collected },
): Promise<Hold | undefined> {
  const latestSent = await findLatestSent(runs);
  return collected.hold ?? judgePlan(settings, run, { ...collected, ...planned, latestSent });
}

export interface DecidePorts {
  readonly plans: PlanStore;
  readonly journal: Journal;
}

/** A held plan that may still be decided, or why it may not. */
export type Decidable =
  | { readonly kind: 'open'; readonly plan: HeldPlan }
  | { readonly kind: 'unknown' | 'closed'; readonly problem: string };

/** Looks a held plan up. An approved one stays open: an approval that was stopped midway can be given again. */
export async function findDecidable(plans: PlanStore, planId: string, nowMs: number): Promise<Decidable> {
  const plan = await plans.find(planId);
  if (plan === undefined) {
    return { kind: 'unknown', problem: 'There is no held plan of that id; see "runs list" for runs that were held' };
  }
  if (plan.decision?.kind === 'rejected') {
    return { kind: 'closed', problem: `The plan was rejected by ${plan.decision.by} at ${plan.decision.at}` };
  }
  return Date.parse(plan.expiresAt) <= nowMs
    ? {
        kind: 'closed',
        problem: `The plan could be approved until ${plan.expiresAt}; look at the one of now with "plan"`,
      }
    : { kind: 'open', plan };
}

/** The moment as of which a held plan is approved: as much later than the plan's own as has passed since it was held. */
export function approvalAtMs({ at, heldAt }: HeldPlan, nowMs: number): number {
  return Date.parse(at) + Math.max(0, nowMs - Date.parse(heldAt));
}

/** Rejects a held plan; runs that make the same plan again are held too, without another mail. */
export async function rejectPlan(ports: DecidePorts, plan: HeldPlan, author: Author): Promise<void> {
  const { planId } = plan;
  const detail = { plan: planId, changes: plan.changesCount };
  const entry = { id: `plan/${planId}/rejected`, at: author.at, kind: 'plan-rejected', actor: author.name } as const;
  await ports.journal.append([{ ...entry, subject: planId, detail }]);
  await ports.plans.put({ ...plan, decision: { kind: 'rejected', by: author.name, at: author.at } });
}
