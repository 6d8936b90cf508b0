import { Option, type Command } from 'commander';

import type { BudgetKey } from '../../shared/budgets/budget.ts';
import { budgetRecord } from '../../shared/budgets/contract/budget.ts';
import { formatScope } from '../../shared/budgets/scope.ts';
import type { WindowKind } from '../../shared/budgets/window.ts';
import { budgetStates, type BudgetState } from '../../shared/explanation/list-filters.ts';
import {
  parseScopeArgument,
  parseWindowArgument,
  atOf,
  type AsOfOptions,
  addImpactOptions,
  impactOptionsOf,
  type ImpactOptions,
} from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { exportFile } from '../records/export-file.ts';
import { importFile, type ImportOptions } from '../records/import-file.ts';
import { makeEdit, lookAtEdit, tellsChange } from '../records/make-edit.ts';
import { addFields, addKeyArguments, saidIn, termsOver, type Given } from '../records/record-options.ts';
import { validateFile } from '../records/valid-file.ts';
import { budgetFacts, describeBudgets, describeBudgetVersions, describeInvalid } from './budget-rows.ts';

interface BudgetListOptions extends AsOfOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly status?: BudgetState;
}

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
    .action(async ({ all, team, status, ...options }: BudgetListOptions) =>
      run(async (context) => {
        const given = { ...atOf(options), ...givenOf({ team, status }) };
        return showAnswer(context, ['listBudgets', given], {
          text: describeBudgets,
          notes: ({ invalid }) => invalid.map(describeInvalid),
          all,
          as: ({ rows, invalid }) => ({ budgets: rows, invalid }),
        });
      }),
    );
  addKeyArguments(budgets.command('show'), budgetRecord, [
    ['scope', false],
    ['window', true],
  ])
    .description('all facts of one scope’s budgets, with what is used, left and expected')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('budgets show org', 'budgets show user:ana@example.com month'))
    .action(async (scope: string, window: string | undefined, options: AsOfOptions) =>
      run(async (context) =>
        showAnswer(
          context,
          ['showBudgets', { ...atOf(options), scope: scopeIn(scope), ...givenOf({ window: windowIn(window) }) }],
          { text: budgetFacts },
        ),
      ),
    );
  addKeyArguments(budgets.command('history'), budgetRecord, [
    ['scope', true],
    ['window', true],
  ])
    .description('every version of the budgets: who, when, how, and what changed')
    .addHelpText('after', examples('budgets history org'))
    .action(async (scope: string | undefined, window: string | undefined) =>
      run(async (context) =>
        showAnswer(
          context,
          [
            'listBudgetVersions',
            givenOf({ scope: scope === undefined ? undefined : scopeIn(scope), window: windowIn(window) }),
          ],
          { text: ({ rows }, style) => describeBudgetVersions(rows, style), as: rowsOf },
        ),
      ),
    );
}

function addEdits(budgets: Command, { run, runBeginning }: CommandHost): void {
  addImpactOptions(addFields(budgets.command('set'), budgetRecord))
    .description('make a budget, or change it; what is not given stays as it is')
    .addHelpText('after', examples('budgets set user:ana@example.com month 400k', 'budgets set org month 66M'))
    .action(async (...[scope, window, amount, options]: [string, string, string, object]) =>
      runBeginning(async (context) => setBudget(context, { words: [scope, window, amount], options: { ...options } })),
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
      run(async (context) => removeBudget(context, { scope, window }, options)),
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
      runBeginning(async (context) => importFile(context, { path: file, content: 'budgets', options })),
    );
  budgets
    .command('export')
    .description('write every budget to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examples('budgets export budgets.yaml'))
    .action(async (file: string | undefined) =>
      run(async (context) => exportFile(context, file, { kind: 'budgets', name: 'budget' })),
    );
  budgets
    .command('validate')
    .description('check every row of a file; nothing is changed')
    .argument('<file>', fileHelp)
    .addHelpText('after', examples('budgets validate budgets.csv'))
    .action(async (file: string) => run(async (context) => validateFile(context, file, 'budgets')));
}

/** `budgets set SCOPE WINDOW AMOUNT`: what is not said stays as it is, an empty option takes a value away. */
async function setBudget(context: CommandContext, given: Given): Promise<ExitCode> {
  const [scope = '', window = ''] = given.words;
  const key = keyFrom({ scope, window });
  const address = addressOf(key);
  // What is wrong with what was given is said without reading a table.
  termsOver(budgetRecord, undefined, given);
  const options = impactOptionsOf(given);
  const said = saidIn(budgetRecord, given, ['scope', 'window']);
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'set-budget', ...address, said }, options),
      make: async (api, { query, call }) =>
        (await api.read('setBudget', { ...address, ...query, body: said }, call)).document,
    },
    tellsChange(budgetRecord, key),
  );
}

/** `budgets rm SCOPE WINDOW`. */
async function removeBudget(
  context: CommandContext,
  words: { readonly scope: string; readonly window: string },
  options: ImpactOptions,
): Promise<ExitCode> {
  const key = keyFrom(words);
  const address = addressOf(key);
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'remove-budget', ...address }, options),
      make: async (api, { query, call }) => (await api.read('removeBudget', { ...address, ...query }, call)).document,
    },
    tellsChange(budgetRecord, key),
  );
}

/** Raises CommandError for what is no scope or window. */
function keyFrom({ scope, window }: { readonly scope: string; readonly window: string }): BudgetKey {
  return { scope: parseScopeArgument(scope), window: parseWindowArgument(window) };
}

function addressOf({ scope, window }: BudgetKey) {
  return { scope: formatScope(scope), window };
}

function scopeIn(text: string): string {
  return formatScope(parseScopeArgument(text));
}

function windowIn(text: string | undefined): WindowKind | undefined {
  return text === undefined ? undefined : parseWindowArgument(text);
}
