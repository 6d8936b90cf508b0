import {
  type CST,
  isMap,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
  Document,
  type Node,
  visit,
  type Scalar,
} from 'yaml';
import * as z from 'zod';

import { escapeHidden, holdsHidden } from '../../../texts/hidden-letters.ts';
import { quotedValue } from '../fields/quoted-value.ts';
import type { FileNote } from './file-rows.ts';
import { isOtherVersion, oneDocument, otherVersion } from './one-document.ts';

const textCharsMax = 2_000_000;
const depthMax = 12;
const fieldsMax = 200;
const aliasesMax = 100;
const problemsShownMax = 20;

function formRemedy(sections: readonly string[]): string {
  return sections.includes('budgets')
    ? 'write a list under "budgets:", each entry with scope, window and amount, or one under "teams:", each with team and members'
    : `write a list under ${named(sections)}`;
}

function named(sections: readonly string[]): string {
  return sections.map((section) => `"${section}:"`).join(' or ');
}

const yamlSections = ['budgets', 'teams'] as const;

/** A list entry with plain values: its fields, or its fault. */
export interface YamlEntry {
  readonly at: string;
  readonly value:
    | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, unknown>> }
    | { readonly kind: 'refused'; readonly text: string };
}

interface YamlSections<Section extends string = (typeof yamlSections)[number]> {
  /** Absent lists are not in the text. */
  readonly entries: Readonly<Partial<Record<Section, readonly YamlEntry[]>>>;
  readonly problems: readonly FileNote[];
}

/** Reads the lists of a YAML text, by default budgets and teams. Bounded in length, depth and aliases. */
export function readYamlSections(text: string): YamlSections;
export function readYamlSections<Section extends string>(
  text: string,
  sections: readonly Section[],
): YamlSections<Section>;
export function readYamlSections(text: string, sections: readonly string[] = yamlSections): YamlSections<string> {
  if (text.length > textCharsMax) {
    return broken('file', `the text is longer than ${textCharsMax} characters; split the file`);
  }
  const excess = excessIn(text);
  if (excess !== undefined) {
    return broken('file', `the entries ${excess}; ${formRemedy(sections)}`);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  if (document.errors.length === 0) {
    return isOtherVersion(document) ? broken('line 1', otherVersion) : sectionsOf(document, lineCounter, sections);
  }
  const second = secondDocument(document);
  if (second !== undefined) {
    return broken(`line ${lineCounter.linePos(second).line}`, oneDocument);
  }
  const problems = document.errors.slice(0, problemsShownMax).map(({ message, pos }) => ({
    at: `line ${lineCounter.linePos(pos[0]).line}`,
    text: `this is not YAML: ${quotedValue(message)}`,
  }));
  return { entries: {}, problems };
}

/** The start of a second document in characters; undefined without one. */
function secondDocument({ errors }: Document.Parsed): number | undefined {
  return errors.find(({ code }) => code === 'MULTIPLE_DOCS')?.pos[0];
}

/** Checks size limits with a non-recursive parser: the document builder takes minutes for many brackets or fields. */
function excessIn(text: string): string | undefined {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > depthMax) {
      return 'are nested too deep';
    }
    if (parser.stack.some((token) => isMapToken(token) && token.items.length > fieldsMax)) {
      return `have more than ${fieldsMax} fields`;
    }
  }
  return undefined;
}

function isMapToken(token: CST.Token): token is CST.BlockMap | CST.FlowCollection {
  return token.type === 'block-map' || (token.type === 'flow-collection' && token.start.source === '{');
}

function broken(at: string, text: string): YamlSections<string> {
  return { entries: {}, problems: [{ at, text }] };
}

function sectionsOf(document: Document.Parsed, lines: LineCounter, sections: readonly string[]): YamlSections<string> {
  const remedy = formRemedy(sections);
  const isNone = `there is no ${sections.map((section) => `"${section}:"`).join(' and no ')}; ${remedy}`;
  const { contents } = document;
  if (!isMap(contents)) {
    return broken('file', isNone);
  }
  const keys = contents.items.map((pair) => String(pair.key));
  const known = new Set<string>(sections);
  const strangers = keys.filter((key) => !known.has(key));
  const problems = strangers.map((key) => ({ at: 'file', text: `key ${quotedValue(key)} is unknown; ${remedy}` }));
  const present = sections.filter((section) => keys.includes(section));
  if (present.length === 0) {
    problems.push({ at: 'file', text: isNone });
  }
  const lists = present.map((section) => ({ section, list: contents.get(section, true) }));
  return {
    entries: Object.fromEntries(
      lists.map(({ section, list }) => [
        section,
        isSeq(list) ? entriesOf(list.items, { document, lines, remedy }) : [],
      ]),
    ),
    problems: [
      ...problems,
      ...lists
        .filter(({ list }) => !isSeq(list))
        .map(({ section }) => ({ at: 'file', text: `"${section}:" is not a list; ${remedy}` })),
    ],
  };
}

function entriesOf(
  items: readonly unknown[],
  {
    document,
    lines,
    remedy,
  }: { readonly document: Document.Parsed; readonly lines: LineCounter; readonly remedy: string },
): readonly YamlEntry[] {
  return items.map((item, index) => {
    const line = lines.linePos((item as Node).range?.[0] ?? 0).line;
    return { at: `entry ${index + 1} (line ${line})`, value: plainValue(item as Node, document, remedy) };
  });
}

const Fields = z.record(z.string(), z.unknown());

function plainValue(item: Node, document: Document.Parsed, remedy: string): YamlEntry['value'] {
  try {
    const read = Fields.safeParse(item.toJS(document, { maxAliasCount: aliasesMax }));
    // JavaScript objects hide this key from every later check.
    if (isMap(item) && item.has('__proto__')) {
      return { kind: 'refused', text: 'field "__proto__": is unknown; remove it' };
    }
    if (!read.success) {
      return { kind: 'refused', text: `the entry is not a map of fields; ${remedy}` };
    }
    return { kind: 'fields', fields: read.data };
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

/** The fields with a value: an absent one may be written as an empty value. */
export function filledFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** YAML that reads back equal and prints safely. */
export function yamlText(content: Readonly<Record<string, unknown>>): string {
  const document = new Document(content);
  visit(document, {
    // Only double-quoted scalars can escape characters.
    Scalar(_, scalar: Scalar) {
      if (typeof scalar.value === 'string' && holdsHidden(scalar.value)) {
        scalar.type = 'QUOTE_DOUBLE';
      }
    },
  });
  return escapeHidden(document.toString());
}
