import { InvalidArgumentError } from 'commander';

export const asOfHelp =
  'as of this moment: an instant such as 2026-03-15T02:30:00Z, or a day for 02:30 UTC of it; now unless given';

/** `--base`, of a plan and of an import. */
export const baseHelp = 'the file as it was imported before; refused where the table was changed since';

/** Reads an option that is a number of things. */
export function countOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  }
  return Number(text);
}

/** Reads an option that may be repeated. */
export function collected(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/** Reads an option that may be repeated, each time with one of a few words. */
export function collectedOf(words: readonly string[]): typeof collected {
  return (text, before) => {
    const word = text.trim().toLowerCase();
    if (!words.includes(word)) {
      throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
    }
    return collected(word, before);
  };
}

/** Command lines as the help of a command shows them, `curfew` left out. */
export function examples(...lines: readonly string[]): string {
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  $ npx curfew ${line}`).join('\n')}`;
}
