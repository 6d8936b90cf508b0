import { formatScope } from '../../budgets/scope.ts';
import { budgetState, type BudgetOutlook } from '../../explanation/budget-outlook.ts';
import type { BudgetState } from '../../explanation/list-filters.ts';
import { describeRise } from '../../forecast/rise.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { grouped, rounded } from '../../kernel/texts/grouped.ts';
import type { MailSection } from '../../mail/content.ts';
import { left, right } from '../../mail/table-parts.ts';

const rowsMax = 8;

/** Returns the budgets in force with their forecasts, those that need attention first. */
export function budgetSection(outlooks: readonly BudgetOutlook[]): readonly MailSection[] {
  const inForce = outlooks.filter(({ now }) => now !== undefined).toSorted(gravestFirst);
  if (inForce.length === 0) {
    return [];
  }
  const more = inForce.length - rowsMax;
  const causes = inForce.slice(0, rowsMax).flatMap(causeOf);
  const said = [...(more > 0 ? [`and ${grouped(more)} more: curfew forecast`] : []), ...causes];
  const table = {
    columns: [left('Budget'), right('Amount'), right('Used'), right('Expected'), left('Outlook')],
    rows: inForce.slice(0, rowsMax).map(rowOf),
    ...(said.length > 0 && { more: said.join('. ') }),
  };
  return [{ kind: 'table', heading: 'Budgets', table }];
}

function rowOf(outlook: BudgetOutlook): readonly string[] {
  const { budget, now } = outlook;
  const { amount } = budget;
  const forecast = now?.forecast;
  return [
    `${formatScope(budget.scope)} ${budget.window}`,
    amount.kind === 'unlimited' ? 'unlimited' : rounded(amount.credits + (now?.topUpCredits ?? 0)),
    rounded(now?.usedCredits ?? 0),
    forecast === undefined
      ? ''
      : `${rounded(forecast.expectedCredits)} (${rounded(forecast.lowCredits)} to ${rounded(forecast.highCredits)})`,
    outlookText(outlook),
  ];
}

function outlookText(outlook: BudgetOutlook): string {
  const { now, budget } = outlook;
  const isDefault = budget.scope.kind === 'default';
  switch (budgetState(outlook)) {
    case 'used-up':
      return isDefault ? `used up by ${now?.people?.highestEmail ?? 'somebody'}` : 'used up';
    case 'running-out':
      return `runs out on ${now?.runsOutOn}`;
    case 'lasting':
      return budget.amount.kind === 'unlimited' ? 'no limit' : isDefault ? 'of the one who used most' : 'lasts';
    case 'not-in-force':
      return 'not in force';
  }
}

function causeOf({ budget, now }: BudgetOutlook): readonly string[] {
  const cause = now?.runsOutOn === undefined || now.rise === undefined ? undefined : describeRise(now.rise);
  return cause === undefined ? [] : [`${formatScope(budget.scope)} ${budget.window}: ${cause}`];
}

const order: readonly BudgetState[] = ['used-up', 'running-out', 'lasting', 'not-in-force'];
const scopeOrder = ['org', 'team', 'default', 'user'];

function gravestFirst(a: BudgetOutlook, b: BudgetOutlook): number {
  return (
    order.indexOf(budgetState(a)) - order.indexOf(budgetState(b)) ||
    scopeOrder.indexOf(a.budget.scope.kind) - scopeOrder.indexOf(b.budget.scope.kind) ||
    compareText(
      `${formatScope(a.budget.scope)} ${a.budget.window}`,
      `${formatScope(b.budget.scope)} ${b.budget.window}`,
    )
  );
}
