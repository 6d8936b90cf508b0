import type { Command } from 'commander';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { SetOptions } from './budgets-set.ts';
import type { ImportOptions } from './import-changes.ts';

const scopeHelp = 'org, default, team:NAME or user:EMAIL';
const windowHelp = 'day, week, month, quarter or platform';
const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

/** `budgets …`. */
export function addBudgetCommands(program: Command, host: CommandHost): void {
  const budgets = program.command('budgets').description('see and change the budgets');
  addReads(budgets, host);
  addEdits(budgets, host);
  addFiles(budgets, host);
}

function addReads(budgets: Command, { run }: CommandHost): void {
  budgets
    .command('list')
    .description('every budget')
    .addHelpText('after', examples('budgets list'))
    .action(async () => run(async (context) => (await import('./budgets-list.ts')).listBudgets(context)));
  budgets
    .command('show')
    .description('all facts of one scope’s budgets')
    .argument('<scope>', scopeHelp)
    .argument('[window]', windowHelp)
    .addHelpText('after', examples('budgets show org', 'budgets show user:ana@example.com month'))
    .action(async (scope: string, window: string | undefined) =>
      run(async (context) => (await import('./budgets-show.ts')).showBudgets(context, { scope, window })),
    );
  budgets
    .command('history')
    .description('every version of the budgets: who, when, how, and what changed')
    .argument('[scope]', scopeHelp)
    .argument('[window]', windowHelp)
    .addHelpText('after', examples('budgets history org'))
    .action(async (scope: string | undefined, window: string | undefined) =>
      run(async (context) => (await import('./budgets-history.ts')).showBudgetHistory(context, { scope, window })),
    );
}

function addEdits(budgets: Command, { run, runBeginning }: CommandHost): void {
  budgets
    .command('set')
    .description('make a budget, or change it; what is not given stays as it is')
    .argument('<scope>', scopeHelp)
    .argument('<window>', windowHelp)
    .argument('<amount>', 'a whole number of credits, such as 66M, 250k or 1,000,000, or unlimited')
    .option('--mode <mode>', 'observe, alert or enforce')
    .option('--thresholds <percents>', 'such as 50;80;100')
    .option('--guarantee <guarantee>', 'strict, or a factor such as 1.2 (pools only)')
    .option('--owners <emails>', 'who is told, separated by ;')
    .option('--from <day>', 'first day in force')
    .option('--to <day>', 'last day in force')
    .option('--note <text>', 'why it is as it is')
    .option('--forecast-alert', 'tell the owners when the forecast passes the amount')
    .option('--no-forecast-alert', 'do not')
    .addHelpText('after', examples('budgets set user:ana@example.com month 400k', 'budgets set org month 66M'))
    .action(async (...[scope, window, amount, options]: [string, string, string, SetOptions]) =>
      runBeginning(async (context) =>
        (await import('./budgets-set.ts')).setOneBudget(context, { scope, window, amount }, options),
      ),
    );
  budgets
    .command('rm')
    .description('remove a budget')
    .argument('<scope>', scopeHelp)
    .argument('<window>', windowHelp)
    .addHelpText('after', examples('budgets rm user:ana@example.com month'))
    .action(async (scope: string, window: string) =>
      run(async (context) => (await import('./budgets-remove.ts')).removeOneBudget(context, { scope, window })),
    );
}

function addFiles(budgets: Command, { run, runBeginning }: CommandHost): void {
  budgets
    .command('import')
    .description('make the budgets, and the teams, what a file says; shows the plan first')
    .argument('<file>', fileHelp)
    .option('--yes', 'do it without asking')
    .option('--prune', 'remove what the file does not name, of what it speaks of')
    .addHelpText('after', examples('budgets import budgets.csv', 'budgets import budgets.yaml --yes --prune'))
    .action(async (file: string, options: ImportOptions) =>
      runBeginning(async (context) => (await import('./budgets-import.ts')).importBudgets(context, file, options)),
    );
  budgets
    .command('export')
    .description('write every budget to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examples('budgets export budgets.yaml'))
    .action(async (file: string | undefined) =>
      run(async (context) => (await import('./budgets-export.ts')).exportBudgets(context, file)),
    );
  budgets
    .command('validate')
    .description('check every row of a file; nothing is changed')
    .argument('<file>', fileHelp)
    .addHelpText('after', examples('budgets validate budgets.csv'))
    .action(async (file: string) =>
      run(async (context) => (await import('./budgets-validate.ts')).validateBudgets(context, file)),
    );
}
