import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { styleFor } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The arithmetic mean; 0 without any number. */
export function average(numbers: readonly number[]): number {
  return sumOf(numbers) / Math.max(1, numbers.length);
}

/** A table as text: the first columns, which are words, on the left, figures on the right. */
export function tableText(
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  columnsOfWords = 1,
): string {
  const columns = titles.map((title, at) => (at < columnsOfWords ? { title } : ({ title, align: 'right' } as const)));
  const { isTTY: isTerminal, columns: width } = process.stdout;
  const cells = rows.map((row) => row.map(String));
  return renderTable(columns, cells, styleFor({ isTerminal, columns: width }, process.env));
}

/** The versions that are installed of libraries, by name. package.json pins them. */
export function versionsOf(names: readonly string[]): Readonly<Record<string, string>> {
  const versionOf = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    };
  return Object.fromEntries(names.map((name) => [name, versionOf(name).version]));
}

/** `ajv 8.20.0, valibot 1.5.0`. */
export function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
