import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import type { TeamAssignment } from '../teams/assign-teams.ts';
import type { Team } from '../teams/team.ts';
import type { PlannedLimits } from './planned-limits.ts';

/** The rules of one moment, without edits or with them, and what a run makes of them. */
export interface ImpactSide {
  readonly input: CapPlanInput;
  readonly teams: readonly Team[];
  readonly assignment: TeamAssignment;
  readonly planned: PlannedLimits;
}

/** As much of it as tells what is odd about the rules. */
export type JudgedSide = Omit<ImpactSide, 'planned'> & {
  readonly planned: Pick<PlannedLimits, 'plan' | 'decisions'>;
};

/** The rules without the edits and with them. */
export interface BothSides {
  readonly without: ImpactSide;
  readonly after: ImpactSide;
}
