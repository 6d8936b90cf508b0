import type { CapPlan } from './cap-plan.ts';

/** So many people are named in one sentence. */
const namedMax = 20;

/**
 * Tells the admins, in one sentence, which limits are at the configured floor because budgets leave less; empty when
 * there are none. Every nightly run reports it.
 */
export function describeFloor({ decisions }: Pick<CapPlan, 'decisions'>): readonly string[] {
  const raised = decisions.filter((decision) => decision.floorCredits !== undefined);
  const [first] = raised;
  if (first?.floorCredits === undefined) {
    return [];
  }
  const names = raised.slice(0, namedMax).map(({ email }) => email);
  const more = raised.length > namedMax ? ` and ${raised.length - namedMax} more` : '';
  return [
    `Budgets leave less than the floor of ${first.floorCredits} credits to ${names.join(', ')}${more}: the limit was raised to the floor, above the budget`,
  ];
}
