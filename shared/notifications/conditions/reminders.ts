import type { CapPlan } from '../../caps/cap-plan.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import type { Day } from '../../kernel/time/day.ts';
import { type Observation, observedConditionId } from '../observation.ts';
import { isOpen } from './acknowledge.ts';
import { type ConditionState, isInAlarm } from './condition-state.ts';

/** Returns reminders without acknowledged ones, and the number of those. */
export function withoutAcknowledged<EnforcementRun extends { readonly outcome: RunOutcome; readonly plan?: CapPlan }>(
  run: EnforcementRun,
  states: readonly ConditionState[],
  today: Day,
): { readonly run: EnforcementRun; readonly acknowledged: number } {
  const { outcome, plan } = run;
  const acknowledged = states
    .filter((state) => state.kind === 'observed')
    .filter((state) => isInAlarm(state) && !isOpen(state, today));
  const ids = new Set(acknowledged.map(({ conditionId }) => conditionId));
  const problems = outcome.problems.filter(
    (problem) => !acknowledged.some(({ observation }) => isAbout(problem, observation)),
  );
  const uncappable = (plan?.uncappable ?? []).filter(
    ({ userId }) => !ids.has(observedConditionId({ topic: 'uncappable', key: userId })),
  );
  const silenced = outcome.problems.length - problems.length + (plan?.uncappable.length ?? 0) - uncappable.length;
  return silenced === 0
    ? { run, acknowledged: 0 }
    : {
        run: { ...run, outcome: { ...outcome, problems }, ...(plan && { plan: { ...plan, uncappable } }) },
        acknowledged: silenced,
      };
}

/** A problem uses its observation's words, or names the same row with the same fault. */
function isAbout(problem: string, { headline, fingerprint, key }: Observation): boolean {
  const isSameRow = key.split(/[/:]/u).every((part) => problem.includes(part));
  return problem === headline || (isSameRow && problem.includes(fingerprint));
}
