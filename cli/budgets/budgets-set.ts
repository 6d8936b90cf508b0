import { findBudget, setBudget, type SetOutcome } from '../../shared/application/edits/set-budget.ts';
import { BudgetRow, describeRowProblem, formatBudgetRow } from '../../shared/contracts/budget-row.ts';
import { rowFromCells } from '../../shared/contracts/budget-csv.ts';
import type { Budget, BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import { unknownTeamWarnings } from '../../shared/domain/budgets/unknown-team-warnings.ts';
import { budgetKey } from '../../shared/domain/budgets/diff-budgets.ts';
import { parseScopeArgument, parseWindowArgument } from '../frame/budget-key.ts';
import { changeDocument, describeChange } from './budget-rows.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { noteEffect } from './takes-effect.ts';
import { termsOf } from './terms-of.ts';
import { editPorts, withInstallation } from '../frame/with-installation.ts';

/** Options of `budgets set`; texts are as in the columns of the CSV file. */
export interface SetOptions {
  readonly mode?: string;
  readonly thresholds?: string;
  readonly guarantee?: string;
  readonly owners?: string;
  readonly from?: string;
  readonly to?: string;
  readonly note?: string;
  readonly forecastAlert?: boolean;
}

export interface SetArguments {
  readonly scope: string;
  readonly window: string;
  readonly amount: string;
}

/** `budgets set SCOPE WINDOW AMOUNT`: what is not said stays as it is, an empty option takes a value away. */
export async function setOneBudget(
  context: CommandContext,
  { scope, window, amount }: SetArguments,
  options: SetOptions,
): Promise<ExitCode> {
  const key = { scope: parseScopeArgument(scope), window: parseWindowArgument(window) };
  const { outcome, terms, teams, isRunning } = await withInstallation(context, async (installation) => {
    const { budget } = await findBudget(installation.budgets, key);
    const wanted = termsFrom(budget, { scope, window, amount }, options);
    const result = await setBudget(editPorts(installation), wanted, authorOf(context));
    return {
      terms: wanted,
      outcome: result,
      teams: await installation.teams.list(),
      isRunning: installation.isRunning,
    };
  });
  const known = new Set(teams.teams.map(({ name }) => name));
  unknownTeamWarnings([terms], known).forEach((warning) => context.note(`${budgetKey(terms)}: ${warning}`));
  return tellOutcome(context, { key: budgetKey(key), isRunning }, outcome);
}

/** Says what became of setting or removing one budget. */
export function tellOutcome(
  context: CommandContext,
  { key, isRunning }: { readonly key: string; readonly isRunning: boolean },
  outcome: SetOutcome,
): ExitCode {
  switch (outcome.kind) {
    case 'changed': {
      const { change } = outcome;
      const done = { add: 'added', change: 'changed', remove: 'removed' }[change.kind];
      context.tell({ json: changeDocument(change), text: `${key} ${done}: ${describeChange(change)}` });
      noteEffect(context, { isRunning });
      return exitCodes.done;
    }
    case 'unchanged':
      context.tell({ json: { change: null }, text: `${key} is like that already; nothing was changed.` });
      return exitCodes.done;
    case 'not-there':
      throw new CommandError(`There is no budget ${key}; see "budgets list"`);
    case 'refused':
      throw new CommandError(outcome.problem);
  }
}

function termsFrom(budget: Budget | undefined, cells: SetArguments, options: SetOptions): BudgetTerms {
  const { forecastAlert, ...texts } = options;
  const given = new Map<string, string>(Object.entries({ ...cells, ...texts }));
  const leased = budget === undefined ? {} : formatBudgetRow(termsOf(budget));
  const row = {
    ...Object.fromEntries(Object.entries(leased).filter(([name]) => !given.has(name))),
    ...rowFromCells(given),
    ...(forecastAlert !== undefined && { forecastAlert }),
  };
  const read = BudgetRow.safeParse(row);
  if (!read.success) {
    throw wrongUsage(describeRowProblem(read.error).join('\n'));
  }
  return read.data;
}
