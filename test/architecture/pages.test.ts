import { CommanderError } from 'commander';
import { expect, test } from 'vitest';

import { curfewProgram } from '../../cli/frame/program.ts';
import { repositoryFiles, textOf } from './source-files.ts';

const pages = repositoryFiles().filter((path) => /^(?:README|CONTRIBUTING|(?:docs|examples)\/.+)\.md$/u.test(path));

const wordsMax = 2_500;

test.each(pages)('%s can be read in one go', (page) => {
  expect(textOf(page).split(/\s+/u).length).toBeLessThanOrEqual(wordsMax);
});

test('README and docs are at most 35,000 words', () => {
  const docs = repositoryFiles().filter((path) => /^(?:README|docs\/.+)\.md$/u.test(path));

  const words = docs.map(
    (path) =>
      textOf(path)
        .split(/\s+/u)
        .filter((word) => word !== '').length,
  );

  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(35_000);
});

/** Words that make a sentence hard to read, outside of code and of texts that are quoted. */
function wordsToAvoid(page: string): readonly string[] {
  const prose = textOf(page).replaceAll(/^ *```[^]*?^ *```$|`[^`\n]*`|“[^”]*”|"[^"\n]*"/gmu, '');
  return [...prose.matchAll(/\b(?:nobody|somebody|everybody|whoever|whatever|none of|by now)\b/giu)].map(
    ([word]) => `${page}: ${word}`,
  );
}

test('pages are written in plain words', () => {
  expect(pages.flatMap(wordsToAvoid)).toEqual([]);
});

/**
 * The commands of Curfew that a page has people paste, in blocks and in sentences, without comments and what a shell
 * does with the output. One that shows what may be left out (`[--prune]`) is a form, and nothing to paste.
 */
function commandsOf(page: string): readonly string[] {
  return textOf(page)
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/(?:^|[\s(`])npx curfew (?<given>(?:'[^']*'|"[^"]*"|[^'"#|>;&)`])+)/gu)])
    .map(({ groups }) => groups?.['given']?.trim() ?? '')
    .filter((given) => !/^COMMAND\b|[[…]/u.test(given));
}

function argumentsOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|\S)+/gu)].map(([word]) => word.replaceAll(/['"]/gu, ''));
}

/** What the command line would refuse before it does anything; undefined for what it takes. */
async function refusal(command: string): Promise<string | undefined> {
  const nothing = async (): Promise<void> => Promise.resolve();
  const silent = { writeOut: () => undefined, writeError: () => undefined };
  const program = await curfewProgram({ run: nothing, runBeginning: nothing }, silent);
  try {
    await program.parseAsync([...argumentsOf(command)], { from: 'user' });
    return undefined;
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    return isHelp ? undefined : `${command}: ${String(error)}`;
  }
}

test('the command line takes every command that a page has people paste', async () => {
  const commands = [...new Set(pages.flatMap(commandsOf))];

  const refused = await Promise.all(commands.map(refusal));

  expect(commands.length).toBeGreaterThan(80);
  expect(refused.filter((problem) => problem !== undefined)).toEqual([]);
});

test.each(['budgets put org month 60M', 'caps --statis stopped', 'topup add ana@example.com'])(
  'a page with “%s” would be found',
  async (command) => {
    expect(await refusal(command)).toContain('CommanderError');
  },
);
