import type { Routes } from './route.ts';

export const budgetsRoutes = {
  listBudgets: {
    method: 'GET',
    path: '/budgets',
    right: 'read-team',
    purpose: 'Lists every budget with what is used, left and expected',
    isList: true,
  },
  showBudgets: {
    method: 'GET',
    path: '/budgets/{scope}',
    right: 'read-team',
    purpose: 'Shows all facts of one scope’s budgets',
  },
  showBudget: {
    method: 'GET',
    path: '/budgets/{scope}/{window}',
    right: 'read-team',
    purpose: 'Shows one budget, with the version that an edit of it names',
  },
  setBudget: {
    method: 'PUT',
    path: '/budgets/{scope}/{window}',
    right: 'edit-team-budgets',
    purpose: 'Makes a budget, or changes it: what is not said stays as it is, null takes a value away',
  },
  removeBudget: {
    method: 'DELETE',
    path: '/budgets/{scope}/{window}',
    right: 'edit-team-budgets',
    purpose: 'Removes a budget',
  },
  listBudgetVersions: {
    method: 'GET',
    path: '/budget-versions',
    right: 'read',
    purpose: 'Lists every version of the budgets: who, when, how, before and after',
    isList: true,
  },
} as const satisfies Routes;
