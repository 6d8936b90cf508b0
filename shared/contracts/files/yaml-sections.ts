import { isMap, isSeq, Lexer, LineCounter, parseDocument, Parser, type Document, type Node } from 'yaml';
import * as z from 'zod';
import type { FileNote } from './file-rows.ts';
import { quotedValue } from '../quoted-value.ts';

const textCharsMax = 2_000_000;
const depthMax = 12;
const aliasesMax = 100;
const problemsShownMax = 20;

const formRemedy =
  'write a list under "budgets:", each entry with scope, window and amount, or one under "teams:", each with team and members';

export const yamlSections = ['budgets', 'teams'] as const;
export type YamlSection = (typeof yamlSections)[number];

/** One entry of a list, its values plain: what is wrong with it as a whole, or its fields. */
export interface YamlEntry {
  readonly at: string;
  readonly value:
    | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, unknown>> }
    | { readonly kind: 'refused'; readonly text: string };
}

export interface YamlSections<Section extends string = YamlSection> {
  /** The lists that the text has; one that it lacks is absent. */
  readonly entries: Readonly<Partial<Record<Section, readonly YamlEntry[]>>>;
  readonly problems: readonly FileNote[];
}

/** Which lists a text may have, and what to write. */
interface SectionTerms<Section extends string> {
  readonly sections: readonly Section[];
  readonly remedy: string;
}

/** Reads the lists of budgets and teams of a YAML text. Bounded in length, depth and aliases. */
export function readYamlSections(text: string): YamlSections {
  return readSections(text, { sections: yamlSections, remedy: formRemedy });
}

/** Reads the one list of a YAML text. */
export function readYamlSection<Section extends string>(text: string, section: Section): YamlSections<Section> {
  return readSections(text, { sections: [section], remedy: `write a list under "${section}:"` });
}

function readSections<Section extends string>(text: string, terms: SectionTerms<Section>): YamlSections<Section> {
  if (text.length > textCharsMax) {
    return broken('file', `the text is longer than ${textCharsMax} characters; split the file`);
  }
  if (isDeep(text)) {
    return broken('file', `the entries are nested too deep; ${terms.remedy}`);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent' });
  if (document.errors.length === 0) {
    return sectionsOf(document, lineCounter, terms);
  }
  const problems = document.errors.slice(0, problemsShownMax).map(({ message, pos }) => ({
    at: `line ${lineCounter.linePos(pos[0]).line}`,
    text: `this is not YAML: ${quotedValue(message)}`,
  }));
  return { ...broken('file', ''), problems };
}

/**
 * Tells whether anything is nested deeper than entries ever are, by a parser that does not call itself for every level
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

function broken(at: string, text: string): YamlSections<never> {
  return { entries: {}, problems: [{ at, text }] };
}

function sectionsOf<Section extends string>(
  document: Document.Parsed,
  lines: LineCounter,
  { sections, remedy }: SectionTerms<Section>,
): YamlSections<Section> {
  const { contents } = document;
  const lacking = `there is no ${sections.map((section) => `"${section}:"`).join(' and no ')}; ${remedy}`;
  if (!isMap(contents)) {
    return broken('file', lacking);
  }
  const keys = contents.items.map((pair) => String(pair.key));
  const known = new Set<string>(sections);
  const strangers = keys.filter((key) => !known.has(key));
  const problems = strangers.map((key) => ({ at: 'file', text: `key ${quotedValue(key)} is unknown; ${remedy}` }));
  const named = sections.filter((section) => keys.includes(section));
  if (named.length === 0) {
    problems.push({ at: 'file', text: lacking });
  }
  const lists = named.map((section) => ({ section, list: contents.get(section, true) }));
  const entries: Partial<Record<Section, readonly YamlEntry[]>> = {};
  for (const { section, list } of lists) {
    entries[section] = isSeq(list) ? entriesOf(list.items, document, lines) : [];
  }
  return {
    entries,
    problems: [
      ...problems,
      ...lists
        .filter(({ list }) => !isSeq(list))
        .map(({ section }) => ({ at: 'file', text: `"${section}:" is not a list; ${remedy}` })),
    ],
  };
}

function entriesOf(items: readonly unknown[], document: Document.Parsed, lines: LineCounter): readonly YamlEntry[] {
  return items.map((item, index) => {
    const line = lines.linePos((item as Node).range?.[0] ?? 0).line;
    return { at: `entry ${index + 1} (line ${line})`, value: plainValue(item as Node, document) };
  });
}

const Fields = z.record(z.string(), z.unknown());

function plainValue(item: Node, document: Document.Parsed): YamlEntry['value'] {
  try {
    const read = Fields.safeParse(item.toJS(document, { maxAliasCount: aliasesMax }));
    // Maps of JavaScript hide this one key from every later look at the fields.
    if (isMap(item) && item.has('__proto__')) {
      return { kind: 'refused', text: 'field "__proto__": is unknown; remove it' };
    }
    if (!read.success) {
      return { kind: 'refused', text: `the entry is not a map of fields; ${formRemedy}` };
    }
    // An absent value may be written as nothing after the colon.
    const filled = Object.entries(read.data).filter(([, value]) => value !== null);
    return { kind: 'fields', fields: Object.fromEntries(filled) };
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
