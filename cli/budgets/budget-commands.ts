import { Option, type Command } from 'commander';

import type { BudgetKey, BudgetTerms } from '../../shared/budgets/budget.ts';
import { budgetRecord } from '../../shared/budgets/contract/budget.ts';
import { formatScope } from '../../shared/budgets/scope.ts';
import type { WindowKind } from '../../shared/budgets/window.ts';
import { budgetStates, type BudgetState } from '../../shared/explanation/list-filters.ts';
import { parseScopeArgument, parseWindowArgument, atOf, type AsOfOptions } from '../frame/arguments.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import { limitCommands, type LimitRecords } from '../records/limit-records.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { addKeyArguments, termsOver, type Given } from '../records/record-options.ts';
import { budgetFacts, describeBudgets, describeBudgetVersions, describeInvalid } from './budget-rows.ts';

interface BudgetListOptions extends AsOfOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly status?: BudgetState;
}

export function addBudgetCommands(budgets: Command, host: CommandHost): void {
  addReads(budgets, host);
  addRecordCommands(budgets, host, {
    record: budgetRecord,
    key: budgetLimits.key,
    path: 'budgets',
    shows: 'impact',
    help: {
      set: 'make a budget, or change it; fields that are not given stay',
      rm: 'remove a budget',
      history: 'every version of the budgets: who, when, how, and what changed',
      import: 'make the budgets, and the teams, what a file says; shows the plan first',
      export: 'write every budget to a file, or as CSV to standard output',
      prune: 'remove what the file does not name, of what it speaks of',
    },
    examples: {
      set: ['user:ana@example.com month 400k', 'org month 66M'],
      rm: ['user:ana@example.com month'],
      history: ['org'],
      import: ['budgets.csv', 'budgets.yaml --yes --prune'],
      export: ['budgets.yaml'],
      validate: ['budgets.csv'],
    },
    run: {
      history: async (context, { words: [scope, window] }) =>
        showAnswer(
          context,
          [
            'listBudgetVersions',
            givenOf({ scope: scope === undefined ? undefined : scopeIn(scope), window: windowIn(window) }),
          ],
          { text: ({ rows }, style) => describeBudgetVersions(rows, style), as: rowsOf },
        ),
      ...limitCommands(budgetLimits),
    },
  });
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
  addKeyArguments(addKeyArguments(budgets.command('show'), budgetRecord, ['scope']), budgetRecord, ['window'], {
    areOptional: true,
  })
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
}

const budgetLimits = {
  record: budgetRecord,
  key: ['scope', 'window'],
  content: 'budgets',
  keyFrom,
  addressOf,
  /** What is wrong with what was given is said without reading a table. */
  check(given: Given) {
    keyFrom(given.words);
    termsOver(budgetRecord, undefined, given);
  },
  proposedSetting: (address, said) => ({ edit: 'set-budget', ...address, said }),
  proposedRemoval: (address) => ({ edit: 'remove-budget', ...address }),
  set: async (api, given, call) => api.read('setBudget', given, call),
  remove: async (api, given, call) => api.read('removeBudget', given, call),
} satisfies LimitRecords<BudgetKey, BudgetTerms, ReturnType<typeof addressOf>>;

/** Raises CommandError for what is no scope or window. */
function keyFrom([scope = '', window = '']: readonly string[]): BudgetKey {
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
