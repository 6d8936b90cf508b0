import { creditsPhrase } from '../kernel/texts/credits.ts';
import type { CapPlan } from './cap-plan.ts';

const namedMax = 20;

/** Describes in one sentence which limits are at the configured floor; empty for none. */
export function describeFloor({ decisions }: CapPlan): readonly string[] {
  const raised = decisions.filter((decision) => decision.floorCredits !== undefined);
  const [first] = raised;
  if (first?.floorCredits === undefined) {
    return [];
  }
  const names = raised.slice(0, namedMax).map(({ email }) => email);
  const more = raised.length > namedMax ? ` and ${raised.length - namedMax} more` : '';
  return [
    `Budgets leave less than the floor of ${creditsPhrase(first.floorCredits)} to ${names.join(', ')}${more}: the limit was raised to the floor, above the budget`,
  ];
}
