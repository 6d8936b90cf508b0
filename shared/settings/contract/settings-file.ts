import { createRequire } from 'node:module';

import type * as Yaml from 'yaml';

import { invariant } from '../../kernel/invariant.ts';
import { isOtherVersion, oneDocument, otherVersion } from '../../kernel/records/contract/files/one-document.ts';
import { diffTerms, type FieldChange } from '../../kernel/records/record-kind.ts';
import { settingsKind, type SettingsTerms } from '../settings-record.ts';
import type { SettingDescription } from './setting.ts';
import { groupHelp, readSettingsTerms, settingDescriptions } from './settings-record.ts';

const fileCharsMax = 100_000;
const commentWidth = 100;

type SettingsFile =
  | { readonly kind: 'terms'; readonly terms: SettingsTerms }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Reads a YAML settings file. Errors never quote text that is not YAML. */
export function readSettingsFile(text: string): SettingsFile {
  if (text.length > fileCharsMax) {
    return refused(`the file is too long: settings have at most ${fileCharsMax} characters`);
  }
  if (text.trim() === '') {
    return { kind: 'terms', terms: {} };
  }
  const { LineCounter, parseDocument } = yaml();
  const lineCounter = new LineCounter();
  // A pretty message would quote the file.
  const document = parseDocument(text, { logLevel: 'error', prettyErrors: false, lineCounter });
  const [fault] = document.errors;
  if (fault?.code === 'MULTIPLE_DOCS') {
    return refused(`line ${lineCounter.linePos(fault.pos[0]).line}: ${oneDocument}`);
  }
  if (fault !== undefined) {
    return refused(`this is not YAML: line ${lineCounter.linePos(fault.pos[0]).line}: ${fault.message}`);
  }
  if (isOtherVersion(document)) {
    return refused(otherVersion);
  }
  try {
    return readSettingsTerms(document.toJS({ maxAliasCount: 0 }) ?? {});
  } catch (error) {
    if (!(error instanceof ReferenceError)) {
      throw error;
    }
    return refused('the file uses aliases; write the values out');
  }
}

/** A file that explains each setting and sets none: each is commented out with its default. */
export function newSettingsFile(): string {
  const lines: string[] = [
    '# Settings of Curfew. What is not set here has its default, which stands behind each "#".',
    '# To set one, remove the "#" before it and before the names above it; or: npx curfew settings set NAME VALUE',
    '# Check the file with: npx curfew settings validate',
  ];
  let above: readonly string[] = [];
  for (const described of settingDescriptions()) {
    const parents = described.path.split('.').slice(0, -1);
    lines.push('', ...newGroups(parents, above), ...linesOf(described, parents.length));
    above = parents;
  }
  return `${lines.join('\n')}\n`;
}

function newGroups(parents: readonly string[], above: readonly string[]): readonly string[] {
  return parents.flatMap((name, depth) => {
    const path = parents.slice(0, depth + 1);
    const isKnown = path.every((step, index) => step === above[index]);
    const help = groupHelp().get(path.join('.')) ?? '';
    return isKnown ? [] : [...commented(help, depth), `#${indent(depth)}${name}:`];
  });
}

function linesOf(described: SettingDescription, depth: number): readonly string[] {
  const name = described.path.split('.').at(-1) ?? '';
  const isWord = groupHelp().has(described.path);
  return [
    ...commented(explained(described), depth),
    `#${indent(depth)}${name}: ${isWord ? 'false' : flow(described.default)}`.trimEnd(),
  ];
}

/** Edits a valid file to set what is wanted, keeping its comments. */
export function editSettingsFile(text: string, wanted: SettingsTerms): string {
  const before = readSettingsFile(text);
  invariant(before.kind === 'terms', 'only a valid file is edited');
  // Removals first: a word may stand where settings of its own are to go.
  const changes = diffTerms(settingsKind, before.terms, wanted).toSorted(
    (a, b) => Number(a.after !== undefined) - Number(b.after !== undefined),
  );
  const edited = [inPlace, throughDocument]
    .map((edit) => edit(text, changes))
    .find((candidate) => candidate !== undefined && isOf(candidate, wanted));
  invariant(edited !== undefined, 'an edited file holds what was wanted of it');
  return edited;
}

function isOf(text: string, wanted: SettingsTerms): boolean {
  const read = readSettingsFile(text);
  return read.kind === 'terms' && diffTerms(settingsKind, read.terms, wanted).length === 0;
}

/** Edits the lines of a file made by `newSettingsFile`; undefined when a setting has no line. */
function inPlace(text: string, changes: readonly FieldChange[]): string | undefined {
  const lines = text.split('\n');
  return changes.every((change) => setLine(lines, change)) ? withoutEmptyGroups(lines).join('\n') : undefined;
}

function withoutEmptyGroups(lines: readonly string[]): readonly string[] {
  return lines.reduceRight<readonly string[]>((below, line) => {
    const [, blanks] = /^( *)\w+:$/u.exec(line) ?? [];
    const next = below.find((other) => other.trim() !== '' && !/^ *#/u.test(other)) ?? '';
    const isEmpty = blanks !== undefined && next.search(/\S|$/u) <= blanks.length;
    return [isEmpty ? `#${line}` : line, ...below];
  }, []);
}

/** Sets the line of a setting and its groups; false when there is no such line. */
function setLine(lines: string[], { field, after }: FieldChange): boolean {
  const steps = field.split('.');
  let from = 0;
  for (const [depth, name] of steps.entries()) {
    const isLast = depth === steps.length - 1;
    const pattern = new RegExp(`^#?${indent(depth)}${name}:${isLast ? '' : '$'}`, 'u');
    const at = lines.findIndex((line, index) => index >= from && pattern.test(line));
    if (at === -1) {
      return false;
    }
    const line = `${indent(depth)}${name}:`;
    if (isLast) {
      lines[at] = after === undefined ? `#${line} ${flow(defaultAt(field))}`.trimEnd() : `${line} ${flow(after)}`;
    } else if (after !== undefined) {
      lines[at] = line;
    }
    from = at + 1;
  }
  return true;
}

function throughDocument(text: string, changes: readonly FieldChange[]): string {
  const { isMap, parseDocument } = yaml();
  const document = parseDocument(text);
  for (const { field, after } of changes) {
    const steps = field.split('.');
    if (after === undefined) {
      document.deleteIn(steps);
      continue;
    }
    // An empty group gives way.
    const parents = steps.slice(0, -1).map((_, index) => steps.slice(0, index + 1));
    parents
      .filter((parent) => document.hasIn(parent) && !isMap(document.getIn(parent, true)))
      .forEach((parent) => document.deleteIn(parent));
    document.setIn(steps, after);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function defaultAt(path: string): unknown {
  return settingDescriptions().find((each) => each.path === path)?.default;
}

function explained({ help = '', unit, default: usual }: SettingDescription): string {
  const facts = [...(unit === undefined ? [] : [`In ${unit}.`]), ...(usual === undefined ? ['No default.'] : [])];
  return [help, ...facts].join(' ').replace('In share of 1.', 'A share of 1.');
}

function commented(text: string, depth: number): readonly string[] {
  const lines = text.split(' ').reduce<readonly string[]>((done, word) => {
    const last = done.at(-1);
    return last === undefined || last.length + word.length >= commentWidth
      ? [...done, word]
      : [...done.slice(0, -1), `${last} ${word}`];
  }, []);
  return lines.map((line) => `${indent(depth)}# ${line}`);
}

/** A value on one line, in JSON, which YAML reads. */
function flow(value: unknown): string {
  return value === undefined
    ? ''
    : typeof value === 'string' &&
        /^[\w.@/-]+$/u.test(value) &&
        !/^[\d.]|^(true|false|null|yes|no|on|off)$/iu.test(value)
      ? value
      : JSON.stringify(value);
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}

function refused(problem: string): SettingsFile {
  return { kind: 'refused', problems: [problem] };
}

/** A late import: most installations on one machine have no file. */
function yaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
