import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import type { FileNote, RecordRow, RecordRows } from '../../kernel/records/contract/files/file-rows.ts';
import { inFileOrder, textOfFile, type FileFormat } from '../../kernel/records/contract/files/file-text.ts';
import { repeatedRows } from '../../kernel/records/contract/files/record-file.ts';
import { readRecordCsv, readRecordEntries } from '../../kernel/records/contract/files/record-rows.ts';
import { readYamlSections } from '../../kernel/records/contract/files/yaml-sections.ts';
import { teamRecord } from '../../teams/contract/team.ts';
import type { TeamTerms } from '../../teams/team.ts';
import type { BudgetTerms } from '../budget.ts';
import { budgetRecord } from './budget.ts';

export type FileContent = 'budgets' | 'teams';

/** The content of a file. Use the rest only when `problems` is empty. */
export interface BudgetFile {
  readonly budgets: readonly RecordRow<BudgetTerms>[];
  /** In order of first mention: the order of teams. */
  readonly teams: readonly RecordRow<TeamTerms>[];
  /** The kinds of content in the file: it says nothing about others, not even that there are none. */
  readonly content: ReadonlySet<FileContent>;
  readonly problems: readonly FileNote[];
  readonly warnings: readonly FileNote[];
}

/** Reads a whole file. Never throws: faults are in `problems`. CSV rows are `csvContent`; YAML states its content. */
export function readBudgetFile(bytes: Uint8Array, format: FileFormat, csvContent: FileContent = 'budgets'): BudgetFile {
  const read = textOfFile(bytes);
  const { budgets, teams, problems } =
    read.kind === 'refused'
      ? { problems: [{ at: 'file', text: read.problem }] }
      : format === 'yaml'
        ? readYaml(read.text)
        : readCsv(read.text, csvContent);
  return {
    budgets: budgets?.rows ?? [],
    teams: teams?.rows ?? [],
    content: new Set([
      ...(budgets === undefined ? [] : (['budgets'] as const)),
      ...(teams === undefined ? [] : (['teams'] as const)),
    ]),
    problems: inFileOrder([
      ...problems,
      ...(budgets?.problems ?? []),
      ...repeatedRows(budgetRecord, budgets?.rows ?? []),
      ...(teams?.problems ?? []),
    ]),
    warnings: inFileOrder(sharedMembers(teams?.rows ?? [])),
  };
}

/** Absent: the text says nothing about them. */
interface FileParts {
  readonly budgets?: RecordRows<BudgetTerms>;
  readonly teams?: RecordRows<TeamTerms>;
  readonly problems: readonly FileNote[];
}

function readCsv(text: string, content: FileContent): FileParts {
  return content === 'budgets'
    ? { budgets: readRecordCsv(budgetRecord, text), problems: [] }
    : { teams: readRecordCsv(teamRecord, text), problems: [] };
}

function readYaml(text: string): FileParts {
  const { entries, problems } = readYamlSections(text);
  return {
    budgets: entries.budgets && readRecordEntries(budgetRecord, entries.budgets),
    teams: entries.teams && readRecordEntries(teamRecord, entries.teams),
    problems,
  };
}

/** A rule in two teams means membership in both: the order of teams decides, which is seldom intended. */
function sharedMembers(rows: readonly RecordRow<TeamTerms>[]): readonly FileNote[] {
  const members = rows.flatMap(({ terms, elements = [] }) => elements.map((each) => ({ ...each, team: terms.name })));
  return [...Map.groupBy(members, ({ text }) => text)].flatMap(([text, [first, ...others]]) => {
    const other = others.find(({ team }) => team !== first?.team);
    if (first === undefined || other === undefined) {
      return [];
    }
    const [here, there] = [quotedValue(other.team), quotedValue(first.team)];
    return [
      {
        at: other.at,
        text: `${quotedValue(text)} stands in team ${here} and, at ${first.at}, in team ${there}; whom it means counts in one only, by the order of teams`,
      },
    ];
  });
}
