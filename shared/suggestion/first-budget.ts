/** With fewer known days nothing is suggested: two weeks show who works, and on which weekdays. */
export const knownDaysMin = 14;

/** Makes a first budget where there is no past use to suggest one from. */
export const firstBudgetCommand = 'npx curfew budgets set default month 1M';

/** For places that do not know the past use. */
export const noBudgetYet = `There is no budget yet, so no limit is set. Start with budgets from past use: npx curfew suggest\nBefore ${knownDaysMin} days of figures are known, set one by hand, such as: ${firstBudgetCommand}`;
