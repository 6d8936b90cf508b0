import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { changesOf, planCaps, type CapPlan } from '../caps/cap-plan.ts';
import { stopsOf, type Stop } from '../caps/stops.ts';
import { planWithOwed } from '../enforcement/owed-changes.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { recordOutcome } from '../limits/record-outcome.ts';
import { recordsWithStops } from '../limits/stopped-days.ts';
import { permittedPlan } from '../permits/permitted-plan.ts';
import type { TeamAssignment } from '../teams/assign-teams.ts';
import type { Team } from '../teams/team.ts';

/** The result of an enforcement run if the platform accepts every limit. */
export interface PlannedLimits {
  readonly plan: CapPlan;
  readonly creditsByUser: ReadonlyMap<string, number>;
  readonly decisions: CapPlan['decisions'];
  readonly stops: readonly Stop[];
}

export function planLimits(input: CapPlanInput): PlannedLimits {
  const plan = planOf(input);
  const again = { ...input, limits: limitsOnceSent(plan, input) };
  const { decisions } = dividesAgain(plan, input) ? planOf(again) : plan;
  const known = new Map(again.limits.map((record) => [record.userId, record.confirmed?.limitCredits]));
  const creditsByUser = new Map<string, number>();
  for (const { userId, limitCredits = known.get(userId) } of decisions) {
    if (limitCredits !== undefined) {
      creditsByUser.set(userId, limitCredits);
    }
  }
  return { plan, creditsByUser, decisions, stops: stopsOf({ decisions }) };
}

function planOf(input: CapPlanInput): CapPlan {
  return planWithOwed(permittedPlan(planCaps(input), input), input);
}

/**
 * Whether the run divides again with other results. Lowered limits free credits at once in a window that has not begun,
 * or where hourly consumption is bounded; elsewhere the earlier limits count until the data shows their use.
 */
function dividesAgain({ shares, decisions }: CapPlan, { pools }: CapPlanInput): boolean {
  return (
    shares.freesCreditsAtOnce &&
    (pools.assumptions.maxCreditsPerUserHour !== undefined || shares.pools.some(({ isNext }) => isNext)) &&
    decisions.some(({ kind }) => kind === 'set')
  );
}

function limitsOnceSent(plan: CapPlan, input: CapPlanInput): readonly LimitRecord[] {
  const records = new Map(recordsWithStops(input));
  const sent = { at: new Date(input.pools.nowMs).toISOString(), runId: 'impact' };
  const { settleDays } = input.pools.assumptions;
  for (const change of changesOf(plan)) {
    const result = { sent, night: input.day, settleDays, outcome: { kind: 'done' } } as const;
    records.set(change.userId, recordOutcome(records.get(change.userId), change, result));
  }
  return [...records.values()];
}

export interface ImpactSide {
  readonly input: CapPlanInput;
  readonly teams: readonly Team[];
  readonly assignment: TeamAssignment;
  readonly planned: PlannedLimits;
}

export type JudgedSide = Omit<ImpactSide, 'planned'> & {
  readonly planned: { readonly plan: CapPlan; readonly decisions: CapPlan['decisions'] };
};

export interface BothSides {
  readonly without: ImpactSide;
  readonly after: ImpactSide;
}
