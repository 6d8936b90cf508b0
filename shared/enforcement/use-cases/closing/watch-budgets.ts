import { bindingBudgets } from '../../../budgets/binding-budgets.ts';
import type { CapPlan } from '../../../caps/cap-plan.ts';
import { topUpCreditsByEmail, topUpCreditsByPool } from '../../../grants/top-up.ts';
import type { RunContext } from '../../../kernel/runs/use-cases/run-context.ts';
import type { DailyUse } from '../../../ledger/daily-use.ts';
import type { WatchedBudgets } from '../../../notifications/observe/watched-budget.ts';
import type { Collected } from '../collect/collect-tables.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';

interface WatchOrder {
  readonly collected: Collected;
  readonly plan: CapPlan;
  readonly use: DailyUse;
  readonly settings: Pick<EnforcementSettings, 'platformWindowAnchorDay'>;
  readonly openIds?: ReadonlySet<string>;
}

/** What a run knows when it looks at budgets; undefined where no day is known. */
export function watchBudgets(
  { today }: Pick<RunContext, 'today'>,
  { collected, plan, use, settings, openIds }: WatchOrder,
): WatchedBudgets | undefined {
  const { budgets, invalidScopes, topUps, through } = collected;
  const { teamOf, moved } = collected.assignment;
  if (through === undefined) {
    return undefined;
  }
  // Who is exempt is not stopped by any budget, and has nothing to be warned of.
  const people = plan.decisions
    .filter(({ reason }) => reason !== 'invalid-budget' && reason !== 'exempt')
    .map(({ userId, email }) => ({ userId, email }));
  return {
    today,
    platformWindow: { anchorDay: settings.platformWindowAnchorDay },
    budgets: bindingBudgets(budgets, invalidScopes, today),
    people,
    topUpCredits: topUpCreditsByEmail(topUps, today),
    poolTopUpCredits: topUpCreditsByPool(topUps, today),
    teamOf,
    ...(moved !== undefined && { moved }),
    use,
    ...(openIds !== undefined && { openIds }),
  };
}
