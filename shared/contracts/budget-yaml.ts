import { isMap, isSeq, Lexer, LineCounter, parseDocument, Parser, stringify, type Document, type Node } from 'yaml';
import * as z from 'zod';
import type { BudgetTerms } from '../domain/budgets/budget.ts';
import { BudgetRow, describeRowProblem, formatBudgetRow } from './budget-row.ts';
import type { FileNote, FileRows } from './file-rows.ts';
import { quotedValue } from './quoted-value.ts';

const textCharsMax = 2_000_000;
const depthMax = 12;
const aliasesMax = 100;
const problemsShownMax = 20;

const formRemedy = 'write a list under "budgets:", each entry with scope, window and amount';

/** Reads budgets from YAML text: a list under `budgets:`. */
export function readBudgetYaml(text: string): FileRows {
  const lines = new LineCounter();
  const parsed = parsedYaml(text, lines);
  return parsed.kind === 'broken' ? { budgets: [], problems: parsed.notes } : readEntries(parsed.document, lines);
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

type ParsedYaml =
  | { readonly kind: 'document'; readonly document: Document.Parsed }
  | { readonly kind: 'broken'; readonly notes: readonly FileNote[] };

function parsedYaml(text: string, lineCounter: LineCounter): ParsedYaml {
  if (text.length > textCharsMax) {
    return broken('file', `the text is longer than ${textCharsMax} characters; split the file`);
  }
  if (isDeep(text)) {
    return broken('file', `the entries are nested too deep; ${formRemedy}`);
  }
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent' });
  if (document.errors.length === 0) {
    return { kind: 'document', document };
  }
  const notes = document.errors.slice(0, problemsShownMax).map(({ message, pos }) => ({
    at: `line ${lineCounter.linePos(pos[0]).line}`,
    text: `this is not YAML: ${quotedValue(message)}`,
  }));
  return { kind: 'broken', notes };
}

/**
 * Tells whether anything is nested deeper than budgets ever are, by a parser that does not call itself for every level
 * and stops there: the one that builds the document takes minutes for a file of brackets.
 */
function isDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > depthMax) {
      return true;
    }
  }
  return false;
}

function broken(at: string, text: string): ParsedYaml {
  return { kind: 'broken', notes: [{ at, text }] };
}

function readEntries(document: Document.Parsed, lines: LineCounter): FileRows {
  const { contents } = document;
  if (!isMap(contents)) {
    return { budgets: [], problems: [{ at: 'file', text: `there is no "budgets:"; ${formRemedy}` }] };
  }
  const strangers = contents.items.map((pair) => String(pair.key)).filter((key) => key !== 'budgets');
  const problems = strangers.map((key) => ({ at: 'file', text: describeStranger(key) }));
  const list = contents.get('budgets', true);
  if (!isSeq(list)) {
    return { budgets: [], problems: [...problems, { at: 'file', text: `"budgets:" is not a list; ${formRemedy}` }] };
  }
  const rows = list.items.map((item, index) => {
    const line = lines.linePos((item as Node).range?.[0] ?? 0).line;
    return readEntry(item as Node, document, `entry ${index + 1} (line ${line})`);
  });
  return {
    budgets: rows.flatMap((row) => row.budgets),
    problems: [...problems, ...rows.flatMap((row) => row.problems)],
  };
}

function describeStranger(key: string): string {
  return key === 'teams'
    ? '"teams:" is not known to this version; remove it and give each member a user: budget'
    : `key ${quotedValue(key)} is unknown; ${formRemedy}`;
}

function readEntry(item: Node, document: Document.Parsed, at: string): FileRows {
  const value = plainValue(item, document);
  if (value.kind === 'refused') {
    return { budgets: [], problems: [{ at, text: value.text }] };
  }
  const read = BudgetRow.safeParse(value.row);
  return read.success
    ? { budgets: [{ at, budget: read.data }], problems: [] }
    : { budgets: [], problems: describeRowProblem(read.error).map((text) => ({ at, text })) };
}

const Entry = z.record(z.string(), z.unknown());

function plainValue(
  item: Node,
  document: Document.Parsed,
):
  | { readonly kind: 'row'; readonly row: Record<string, unknown> }
  | { readonly kind: 'refused'; readonly text: string } {
  try {
    const row = Entry.safeParse(item.toJS(document, { maxAliasCount: aliasesMax }));
    // Maps of JavaScript hide this one key from every later look at the fields.
    if (isMap(item) && item.has('__proto__')) {
      return { kind: 'refused', text: 'field "__proto__": is unknown; remove it' };
    }
    if (!row.success) {
      return { kind: 'refused', text: 'the entry is not a map of fields; write scope, window and amount' };
    }
    return { kind: 'row', row: withLists(row.data) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) {
      throw error;
    }
    return {
      kind: 'refused',
      text: 'the entry uses too many aliases, or one that is not defined; write the values out',
    };
  }
}

/** Lists may be written as in CSV too, and an absent value as nothing after the colon. */
function withLists(row: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(filled.map(([name, value]) => [name, listReaders[name]?.(value) ?? value]));
}

const listReaders: Readonly<Partial<Record<string, (value: unknown) => unknown>>> = {
  thresholds: (value) => (typeof value === 'number' ? [value] : partsOf(value)?.map(Number)),
  owners: partsOf,
};

function partsOf(value: unknown): readonly string[] | undefined {
  return typeof value === 'string' ? value.split(';').map((part) => part.trim()) : undefined;
}
