import { Option, type Command } from 'commander';
import { budgetStates } from '../../shared/domain/explanation/list-filters.ts';
import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { AsOfOptions } from '../frame/moment.ts';
import type { BudgetListOptions } from './budgets.ts';
import type { ImportOptions } from '../records/import-file.ts';
import { addImpactOptions, type ImpactOptions } from '../records/impact-options.ts';
import { addFields, addKeyArguments } from '../records/record-options.ts';

const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

/** `budgets …`. */
export function addBudgetCommands(budgets: Command, host: CommandHost): void {
  addReads(budgets, host);
  addEdits(budgets, host);
  addFiles(budgets, host);
}

function addReads(budgets: Command, { run }: CommandHost): void {
  budgets
    .command('list')
    .description('every budget, with what is used, left and expected; those first that run out first')
    .option('--all', 'every row, however many there are')
    .option('--team <name>', 'those of a team and of its members')
    .addOption(new Option('--status <word>', 'only these').choices(budgetStates))
    .option('--at <time>', asOfHelp)
    .addHelpText(
      'after',
      examples('budgets list', 'budgets list --status running-out', 'budgets list --team web --json'),
    )
    .action(async (options: BudgetListOptions) =>
      run(async (context) => (await import('./budgets.ts')).listBudgets(context, options)),
    );
  addKeyArguments(budgets.command('show'), budgetRecord, [
    ['scope', false],
    ['window', true],
  ])
    .description('all facts of one scope’s budgets, with what is used, left and expected')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('budgets show org', 'budgets show user:ana@example.com month'))
    .action(async (scope: string, window: string | undefined, options: AsOfOptions) =>
      run(async (context) => (await import('./budgets.ts')).showBudgets(context, { scope, window }, options)),
    );
  addKeyArguments(budgets.command('history'), budgetRecord, [
    ['scope', true],
    ['window', true],
  ])
    .description('every version of the budgets: who, when, how, and what changed')
    .addHelpText('after', examples('budgets history org'))
    .action(async (scope: string | undefined, window: string | undefined) =>
      run(async (context) => (await import('./budgets.ts')).showBudgetHistory(context, { scope, window })),
    );
}

function addEdits(budgets: Command, { run, runBeginning }: CommandHost): void {
  addImpactOptions(addFields(budgets.command('set'), budgetRecord))
    .description('make a budget, or change it; what is not given stays as it is')
    .addHelpText('after', examples('budgets set user:ana@example.com month 400k', 'budgets set org month 66M'))
    .action(async (...[scope, window, amount, options]: [string, string, string, object]) =>
      runBeginning(async (context) =>
        (await import('./budgets.ts')).setBudget(context, { words: [scope, window, amount], options: { ...options } }),
      ),
    );
  addImpactOptions(
    addKeyArguments(budgets.command('rm'), budgetRecord, [
      ['scope', false],
      ['window', false],
    ]),
  )
    .description('remove a budget')
    .addHelpText('after', examples('budgets rm user:ana@example.com month'))
    .action(async (scope: string, window: string, options: ImpactOptions) =>
      run(async (context) => (await import('./budgets.ts')).removeBudget(context, { scope, window }, options)),
    );
}

function addFiles(budgets: Command, { run, runBeginning }: CommandHost): void {
  budgets
    .command('import')
    .description('make the budgets, and the teams, what a file says; shows the plan first')
    .argument('<file>', fileHelp)
    .option('--dry-run', 'show the impact, and change nothing')
    .option('--yes', 'do it without asking')
    .option('--at <time>', `the impact ${asOfHelp}`)
    .option('--prune', 'remove what the file does not name, of what it speaks of')
    .addHelpText('after', examples('budgets import budgets.csv', 'budgets import budgets.yaml --yes --prune'))
    .action(async (file: string, options: ImportOptions) =>
      runBeginning(async (context) =>
        (await import('../records/import-file.ts')).importFile(context, { path: file, content: 'budgets', options }),
      ),
    );
  budgets
    .command('export')
    .description('write every budget to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examples('budgets export budgets.yaml'))
    .action(async (file: string | undefined) =>
      run(async (context) =>
        (await import('../records/export-file.ts')).exportFile(context, file, { kind: 'budgets', name: 'budget' }),
      ),
    );
  budgets
    .command('validate')
    .description('check every row of a file; nothing is changed')
    .argument('<file>', fileHelp)
    .addHelpText('after', examples('budgets validate budgets.csv'))
    .action(async (file: string) =>
      run(async (context) => (await import('../records/valid-file.ts')).validateFile(context, file, 'budgets')),
    );
}
