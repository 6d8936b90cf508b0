import { stringify } from 'yaml';
import type { BudgetTerms } from '../domain/budgets/budget.ts';
import { BudgetRow, describeRowProblem, formatBudgetRow } from './budget-row.ts';
import type { FileRows } from './file-rows.ts';
import type { YamlEntry } from './yaml-sections.ts';

/** Reads the entries under `budgets:`. */
export function readBudgetEntries(entries: readonly YamlEntry[]): Pick<FileRows, 'budgets' | 'problems'> {
  const rows = entries.map(readEntry);
  return {
    budgets: rows.flatMap(({ budgets = [] }) => budgets),
    problems: rows.flatMap(({ problems }) => problems),
  };
}

/** The YAML text of budgets, every field written out. */
export function formatBudgetYaml(budgets: readonly BudgetTerms[]): string {
  return stringify({ budgets: budgets.map(orderedBudgetRow) });
}

const fieldOrder = [
  'scope',
  'window',
  'amount',
  'mode',
  'thresholds',
  'forecastAlert',
  'guarantee',
  'owners',
  'from',
  'to',
  'note',
] as const;

/** The plain row of a budget with its fields in the order in which people read them. */
export function orderedBudgetRow(terms: BudgetTerms): Readonly<Record<string, unknown>> {
  const row = formatBudgetRow(terms);
  const filled = fieldOrder.filter((name) => row[name] !== undefined);
  return Object.fromEntries(filled.map((name) => [name, row[name]]));
}

function readEntry({ at, value }: YamlEntry): FileRows {
  if (value.kind === 'refused') {
    return { problems: [{ at, text: value.text }] };
  }
  const read = BudgetRow.safeParse(withLists(value.fields));
  return read.success
    ? { budgets: [{ at, budget: read.data }], problems: [] }
    : { problems: describeRowProblem(read.error).map((text) => ({ at, text })) };
}

/** Lists may be written as in CSV too. */
function withLists(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, listReaders[name]?.(value) ?? value]));
}

const listReaders: Readonly<Partial<Record<string, (value: unknown) => unknown>>> = {
  thresholds: (value) => (typeof value === 'number' ? [value] : partsOf(value)?.map(Number)),
  owners: partsOf,
};

function partsOf(value: unknown): readonly string[] | undefined {
  return typeof value === 'string' ? value.split(';').map((part) => part.trim()) : undefined;
}
