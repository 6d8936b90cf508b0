import type { InvalidBudget } from '../../shared/application/edits/ports.ts';
import { formatBudgetCsv, formatBudgetYaml } from '../../shared/contracts/files/budget-file.ts';
import type { FileBudget, FileNote } from '../../shared/contracts/files/file-rows.ts';
import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import type { BudgetKey, BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import { describeInvalidBudget } from '../../shared/domain/budgets/invalid-budget.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { noEdits } from '../../shared/domain/impact/proposed-edits.ts';
import { unknownTeamWarnings } from '../../shared/domain/budgets/unknown-team-warnings.ts';
import { termsIn } from '../../shared/domain/records/diff-records.ts';
import type { PlainFields } from '../../shared/domain/records/record-kind.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { budgetPorts, withInstallation } from '../frame/with-installation.ts';
import { exportRecords, removeOne, setOne, type EditedRecord } from '../records/edit-commands.ts';
import { carryOutImport, type ImportOptions } from '../records/import-changes.ts';
import { plannedFile } from '../records/planned-imports.ts';
import { impactOptionsOf, type ImpactOptions } from '../records/impact-options.ts';
import { termsOver, type Given } from '../records/record-options.ts';
import { recordDocument } from '../../shared/terminal/records/record-rows.ts';
import { describeNote, validFileFrom } from '../records/valid-file.ts';
import { parseScopeArgument, parseWindowArgument } from '../frame/budget-key.ts';

/** The words that name one budget. */
export interface KeyWords {
  readonly scope: string;
  readonly window: string;
}

/** The words that name budgets, as far as they are given. */
export interface ScopeWords {
  readonly scope?: string | undefined;
  readonly window?: string | undefined;
}

/** `budgets set SCOPE WINDOW AMOUNT`: what is not said stays as it is, an empty option takes a value away. */
export async function setBudget(context: CommandContext, given: Given): Promise<ExitCode> {
  const [scope = '', window = ''] = given.words;
  const key = keyFrom({ scope, window });
  // What is wrong with what was given needs no table to be told.
  termsOver(budgetRecord, undefined, given);
  return setOne(context, editedBudgets, {
    key,
    options: impactOptionsOf(given),
    termsFrom: (before) => termsOver(budgetRecord, before, given),
  });
}

/** `budgets rm SCOPE WINDOW`. */
export async function removeBudget(
  context: CommandContext,
  words: KeyWords,
  options: ImpactOptions,
): Promise<ExitCode> {
  return removeOne(context, editedBudgets, { key: keyFrom(words), options });
}

/** `budgets export [FILE]`. */
export async function exportBudgets(context: CommandContext, path: string | undefined): Promise<ExitCode> {
  return exportRecords(context, path, {
    name: 'budget',
    async read(installation) {
      const { budgets, invalid } = await installation.budgets.list();
      const terms = budgets.map((budget) => termsIn<BudgetTerms>(budget));
      return {
        csv: () => formatBudgetCsv(terms),
        yaml: () => formatBudgetYaml(terms),
        documents: terms.map((each) => budgetRecord.document(each)),
        leftOut: invalid.map((row) => ({ document: invalidDocument(row), note: describeInvalidBudget(row) })),
      };
    },
  });
}

/** `budgets import FILE`: shows what it would do first, to the teams that the file has too, and does it on a yes. */
export async function importBudgets(context: CommandContext, path: string, options: ImportOptions): Promise<ExitCode> {
  const file = validFileFrom(context, path, 'budgets');
  return withInstallation(context, async (installation) => {
    const { teams } = await installation.teams.list();
    const names = new Set([...teams, ...file.teams.map(({ team }) => team)].map(({ name }) => name));
    const unknown = unknownTeams(file.budgets, names);
    unknown.forEach((note) => context.note(describeNote(note)));
    return carryOutImport(context, {
      installation,
      options,
      plan: async () => plannedFile(context, { installation, file, prune: options.prune === true }),
      warnings: [...file.warnings, ...unknown],
    });
  });
}

/** The budgets that words name; all of them without any. Raises CommandError for what is no scope or window. */
export function selection({ scope, window }: ScopeWords): {
  readonly isWanted: (key: BudgetKey) => boolean;
  readonly key: KeyWords | undefined;
  readonly text: string;
} {
  const wantedScope = scope === undefined ? undefined : formatScope(parseScopeArgument(scope));
  const wantedWindow = window === undefined ? undefined : parseWindowArgument(window);
  return {
    isWanted: (key) =>
      (wantedScope === undefined || formatScope(key.scope) === wantedScope) &&
      (wantedWindow === undefined || key.window === wantedWindow),
    key:
      wantedScope === undefined || wantedWindow === undefined
        ? undefined
        : { scope: wantedScope, window: wantedWindow },
    text: `${wantedScope ?? 'any scope'}${wantedWindow === undefined ? '' : ` over a ${wantedWindow}`}`,
  };
}

const editedBudgets: EditedRecord<BudgetKey, BudgetTerms, unknown> = {
  record: budgetRecord,
  portsOf: budgetPorts,
  editsOf: (change) => ({ ...noEdits, budgets: [change] }),
};

function keyFrom({ scope, window }: KeyWords): BudgetKey {
  return { scope: parseScopeArgument(scope), window: parseWindowArgument(window) };
}

/** A row that cannot be read, and the version in force in its place, as the JSON documents show them. */
export function invalidDocument({ scope, window, problem, lastValid }: InvalidBudget): PlainFields {
  return {
    scope,
    window,
    problem,
    inForce: lastValid === undefined ? null : recordDocument(budgetRecord, lastValid),
  };
}

function unknownTeams(budgets: readonly FileBudget[], known: ReadonlySet<string>): readonly FileNote[] {
  return budgets.flatMap(({ at, budget }) =>
    [...unknownTeamWarnings([budget], known)].map(([name, text]) => ({ at, text: `team:${name}: ${text}` })),
  );
}
