import type { FileBudget, FileNote, FileRows } from '../../kernel/records/contract/files/file-rows.ts';
import { inFileOrder, textOfFile, type FileFormat } from '../../kernel/records/contract/files/file-text.ts';
import {
  formatRecordCsv,
  formatRecordYaml,
  readRecordCsv,
  readRecordEntries,
  type RecordRows,
} from '../../kernel/records/contract/files/record-rows.ts';
import { readYamlSections } from '../../kernel/records/contract/files/yaml-sections.ts';
import { checkedTeams, readTeamCsv, readTeamEntries, type FileTeam } from '../../teams/contract/team-file-rows.ts';
import { budgetKey, type BudgetTerms } from '../budget.ts';
import { budgetRecord } from './budget.ts';

export function formatBudgetCsv(budgets: readonly BudgetTerms[], some?: readonly (keyof BudgetTerms)[]): string {
  return formatRecordCsv(budgetRecord, budgets, some);
}

export function formatBudgetYaml(budgets: readonly BudgetTerms[]): string {
  return formatRecordYaml(budgetRecord, 'budgets', budgets);
}

export type FileContent = 'budgets' | 'teams';

/** The content of a file. Use the rest only when `problems` is empty. */
export interface BudgetFile {
  readonly budgets: readonly FileBudget[];
  readonly teams: readonly FileTeam[];
  /** The kinds of content in the file: it says nothing about others, not even that there are none. */
  readonly content: ReadonlySet<FileContent>;
  readonly problems: readonly FileNote[];
  readonly warnings: readonly FileNote[];
}

/**
 * Reads a whole file. Never throws: every fault is in `problems`. CSV rows are `csvContent`; a YAML file states its
 * content.
 */
export function readBudgetFile(bytes: Uint8Array, format: FileFormat, csvContent: FileContent = 'budgets'): BudgetFile {
  const read = textOfFile(bytes);
  if (read.kind === 'refused') {
    return { ...nothing, problems: [{ at: 'file', text: read.problem }] };
  }
  const { budgets, members, problems } = format === 'yaml' ? readYaml(read.text) : readCsv(read.text, csvContent);
  const ofTeams = checkedTeams(members ?? []);
  return {
    budgets: budgets ?? [],
    teams: ofTeams.teams,
    content: new Set([
      ...(budgets === undefined ? [] : (['budgets'] as const)),
      ...(members === undefined ? [] : (['teams'] as const)),
    ]),
    problems: inFileOrder([...problems, ...problemsOf(budgets ?? []), ...ofTeams.problems]),
    warnings: inFileOrder(ofTeams.warnings),
  };
}

const nothing: BudgetFile = { budgets: [], teams: [], content: new Set(), problems: [], warnings: [] };

function readCsv(text: string, content: FileContent): FileRows {
  return content === 'budgets' ? budgetsIn(readRecordCsv(budgetRecord, text)) : readTeamCsv(text);
}

function readYaml(text: string): FileRows {
  const { entries, problems } = readYamlSections(text);
  const budgets =
    entries.budgets === undefined ? undefined : budgetsIn(readRecordEntries(budgetRecord, entries.budgets));
  const teams = entries.teams === undefined ? undefined : readTeamEntries(entries.teams);
  return {
    ...budgets,
    ...teams,
    problems: [...problems, ...(budgets?.problems ?? []), ...(teams?.problems ?? [])],
  };
}

function budgetsIn({ rows, problems }: RecordRows<BudgetTerms>): FileRows & Required<Pick<FileRows, 'budgets'>> {
  return { budgets: rows.map(({ at, terms, unsaid }) => ({ at, budget: terms, unsaid })), problems };
}

function problemsOf(budgets: readonly FileBudget[]): readonly FileNote[] {
  const firstAt = new Map<string, string>();
  const problems: FileNote[] = [];
  for (const { at, budget } of budgets) {
    const key = budgetKey(budget);
    const earlier = firstAt.get(key);
    if (earlier !== undefined) {
      problems.push({ at, text: `${key} stands at ${earlier} already; keep one of the two` });
    }
    firstAt.set(key, earlier ?? at);
  }
  return problems;
}
