import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import type { WindowKind } from '../../shared/domain/budgets/window.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import type { BudgetState } from '../../shared/domain/explanation/list-filters.ts';
import { parseScopeArgument, parseWindowArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import { impactOptionsOf, type ImpactOptions } from '../records/impact-options.ts';
import { saidIn, termsOver, type Given } from '../records/record-options.ts';

export interface BudgetListOptions extends AsOfOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly status?: BudgetState;
}

/** The words that name one budget. */
interface KeyWords {
  readonly scope: string;
  readonly window: string;
}

/** The words that name budgets, as far as they are given. */
interface ScopeWords {
  readonly scope?: string | undefined;
  readonly window?: string | undefined;
}

/** `budgets list`: every budget with what is used and expected, and the rows of the table that cannot be read as one. */
export async function listBudgets(
  context: CommandContext,
  { all, team, status, ...options }: BudgetListOptions,
): Promise<ExitCode> {
  const given = { ...atOf(options), ...givenOf({ team, status }) };
  const shown = await withApi(context, async (api) => api.show('listBudgets', given), { all });
  return printShown(context, shown, ({ rows, invalid }) => ({ budgets: rows, invalid }));
}

/** `budgets show SCOPE [WINDOW]`: all facts of a scope's budgets. */
export async function showBudgets(
  context: CommandContext,
  { scope, window }: KeyWords | (Pick<KeyWords, 'scope'> & ScopeWords),
  options: AsOfOptions,
): Promise<ExitCode> {
  const given = { ...atOf(options), scope: scopeIn(scope), ...givenOf({ window: windowIn(window) }) };
  return printShown(context, await withApi(context, async (api) => api.show('showBudgets', given)));
}

/** `budgets history [SCOPE [WINDOW]]`: every version of the budgets, with who, when, how, before and after. */
export async function showBudgetHistory(context: CommandContext, { scope, window }: ScopeWords): Promise<ExitCode> {
  const given = givenOf({ scope: scope === undefined ? undefined : scopeIn(scope), window: windowIn(window) });
  const shown = await withApi(context, async (api) => api.show('listBudgetVersions', given));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `budgets set SCOPE WINDOW AMOUNT`: what is not said stays as it is, an empty option takes a value away. */
export async function setBudget(context: CommandContext, given: Given): Promise<ExitCode> {
  const [scope = '', window = ''] = given.words;
  const key = keyFrom({ scope, window });
  // What is wrong with what was given needs no table to be told.
  termsOver(budgetRecord, undefined, given);
  const options = impactOptionsOf(given);
  const said = saidIn(budgetRecord, given, ['scope', 'window']);
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'set-budget', ...key, said }, options),
    make: async (api, { query, call }) => api.show('setBudget', { ...key, ...query, body: said }, call),
  });
}

/** `budgets rm SCOPE WINDOW`. */
export async function removeBudget(
  context: CommandContext,
  words: KeyWords,
  options: ImpactOptions,
): Promise<ExitCode> {
  const key = keyFrom(words);
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'remove-budget', ...key }, options),
    make: async (api, { query, call }) => api.show('removeBudget', { ...key, ...query }, call),
  });
}

/** Raises CommandError for what is no scope or window. */
function keyFrom({ scope, window }: KeyWords): { readonly scope: string; readonly window: WindowKind } {
  return { scope: scopeIn(scope), window: parseWindowArgument(window) };
}

function scopeIn(text: string): string {
  return formatScope(parseScopeArgument(text));
}

function windowIn(text: string | undefined): WindowKind | undefined {
  return text === undefined ? undefined : parseWindowArgument(text);
}
