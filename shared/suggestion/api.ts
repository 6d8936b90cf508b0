import { budgetRecord } from '../budgets/contract/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import type { Answer, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { snapshotOrder, snapshotPorts } from '../kernel/api/snapshot-of.ts';
import type { OperationDocument, OperationInput } from '../kernel/contract/contracts.ts';
import { visibleTo } from '../kernel/records/api/visible-to.ts';
import { formatRecordCsv } from '../kernel/records/contract/files/record-rows.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { rangeText } from '../kernel/time/day.ts';
import { firstBudgetCommand, knownDaysMin } from './first-budget.ts';
import { suggestedTerms, type SuggestedBudget } from './suggest-budgets.ts';
import type { SuggestionGoal } from './suggestion-goal.ts';
import { showSuggestion } from './use-cases.ts';

/** Budgets suggested from past use; to a team's owner from its members alone. Raises Problem for too little use. */
export async function suggestFromUse(
  work: OperationWork,
  { at, byTeam, ...wanted }: OperationInput<'suggestBudgets'>,
): Promise<Answer<OperationDocument<'suggestBudgets'>>> {
  const visible = await visibleTo(work);
  const [goal, isByTeam] = [goalOf(wanted), byTeam !== undefined];
  const order = { ...snapshotOrder(work, at), goal, isByTeam, isSeen: visible.email };
  const shown = await showSuggestion(snapshotPorts(work), order);
  if (shown.kind !== 'suggested') {
    throw tooLittle(shown);
  }
  const budgets = shown.budgets.filter(({ terms }) => work.onlyTeams === undefined || terms.scope.kind !== 'org');
  const document = {
    goal: goal.kind,
    total: goal.kind === 'total' ? goal.credits : null,
    percentile: goal.kind === 'percentile' ? goal.percentile : null,
    byTeam: isByTeam,
    ...shown.range,
    people: shown.people,
    budgets: budgets.map(budgetDocument),
    months: shown.months.map(({ from, through, isWhole, usedCredits, stopped }) => ({
      from,
      through,
      whole: isWhole,
      used: Math.round(usedCredits),
      stopped,
    })),
    method: shown.method,
    others: work.onlyTeams === undefined ? shown.others : 0,
    csv: formatRecordCsv(
      budgetRecord,
      budgets.map(({ terms }) => suggestedTerms(terms)),
      ['scope', 'window', 'amount', 'mode', ...(goal.kind === 'total' ? (['guarantee'] as const) : [])],
    ),
  };
  return { document };
}

function goalOf({ total, percentile }: OperationInput<'suggestBudgets'>): SuggestionGoal {
  if (total !== undefined && percentile !== undefined) {
    throw new Problem('invalid-input', 'A total and a percentile are two goals; give one of them');
  }
  return total === undefined
    ? percentile === undefined
      ? { kind: 'usual-month' }
      : { kind: 'percentile', percentile }
    : { kind: 'total', credits: total };
}

function budgetDocument({ terms, people, highestCredits }: SuggestedBudget) {
  const { scope, window, amount, mode, guarantee } = terms;
  return {
    scope: formatScope(scope),
    window,
    amount: amount.kind === 'credits' ? amount.credits : 0,
    mode,
    guarantee: guarantee?.kind === 'strict' ? ('strict' as const) : null,
    people,
    highest: highestCredits,
  };
}

function tooLittle(shown: Exclude<Awaited<ReturnType<typeof showSuggestion>>, { kind: 'suggested' }>): Problem {
  const byHand = `set a first budget by hand, such as: ${firstBudgetCommand}`;
  return shown.kind === 'too-few-days'
    ? new Problem(
        'conflict',
        `Complete figures are known for ${counted(shown.knownDays, 'day')}; a suggestion needs ${knownDaysMin}. Read the figures with "npx curfew run enforce". If the platform has no more yet, ${byHand}`,
        { facts: { knownDays: shown.knownDays, daysNeeded: knownDaysMin } },
      )
    : new Problem(
        'conflict',
        `From ${rangeText(shown.range)} no credits were used, so that there is nothing to suggest from; ${byHand}`,
      );
}
