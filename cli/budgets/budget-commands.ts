import type { Command } from 'commander';
import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import type { ImportOptions } from '../records/import-changes.ts';
import { addFields, addKeyArguments } from '../records/record-options.ts';
import { validateFile } from '../records/valid-file.ts';
import { showBudgetHistory } from './budgets-history.ts';
import { exportBudgets, importBudgets, listBudgets, removeBudget, setBudget, showBudgets } from './budgets.ts';

/** `budgets …`. */
export function addBudgetCommands(program: Command, frame: CommandHost): void {
  const budgets = program.command('budgets').description('see and change the budgets');
  addBudgetViews(budgets, frame);
  addBudgetEdits(budgets, frame);
  addBudgetFiles(budgets, frame);
}

function addBudgetViews(budgets: Command, { io, perform }: CommandHost): void {
  addCommand(budgets, 'list')
    .description('every budget')
    .action((options: CommonOptions) => perform(listBudgets(commandContext(io, options))));
  addKeyArguments(addCommand(budgets, 'show'), budgetRecord, [
    ['scope', false],
    ['window', true],
  ])
    .description('all facts of one scope’s budgets')
    .action((scope: string, window: string | undefined, options: CommonOptions) =>
      perform(showBudgets(commandContext(io, options), { scope, window })),
    );
  addKeyArguments(addCommand(budgets, 'history'), budgetRecord, [
    ['scope', true],
    ['window', true],
  ])
    .description('every version of the budgets: who, when, how, and what changed')
    .action((scope: string | undefined, window: string | undefined, options: CommonOptions) =>
      perform(showBudgetHistory(commandContext(io, options), { scope, window })),
    );
}

function addBudgetEdits(budgets: Command, { io, perform }: CommandHost): void {
  addFields(addCommand(budgets, 'set'), budgetRecord)
    .description('make a budget, or change it; what is not said stays as it is')
    .action(async (...[scope, window, amount, options]: [string, string, string, CommonOptions]) =>
      perform(setBudget(commandContext(io, options), { words: [scope, window, amount], options: { ...options } })),
    );
  addKeyArguments(addCommand(budgets, 'rm'), budgetRecord, [
    ['scope', false],
    ['window', false],
  ])
    .description('remove a budget')
    .action((scope: string, window: string, options: CommonOptions) =>
      perform(removeBudget(commandContext(io, options), { scope, window })),
    );
}

function addBudgetFiles(budgets: Command, { io, perform }: CommandHost): void {
  addCommand(budgets, 'import')
    .description('make the budgets, and the teams, what a file says; shows the plan first')
    .argument('<file>', 'a .csv, .yaml or .yml file')
    .option('--yes', 'do it without asking')
    .option('--prune', 'remove what the file does not name, of what it speaks of')
    .action((file: string, options: CommonOptions & ImportOptions) =>
      perform(importBudgets(commandContext(io, options), file, options)),
    );
  addCommand(budgets, 'export')
    .description('write every budget to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .action((file: string | undefined, options: CommonOptions) =>
      perform(exportBudgets(commandContext(io, options), file)),
    );
  addCommand(budgets, 'validate')
    .description('look at every row of a file; nothing is touched')
    .argument('<file>', 'a .csv, .yaml or .yml file')
    .action((file: string, options: CommonOptions) =>
      perform(validateFile(commandContext(io, options), file, 'budgets')),
    );
}
