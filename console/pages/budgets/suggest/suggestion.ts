import type { OperationDocument } from '../../../api/call-api.ts';

/** Suggested budgets as the API gives them. */
export type Suggestion = OperationDocument<'suggestBudgets'>;
