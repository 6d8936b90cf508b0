import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { repositoryFiles, textOf } from './source-files.ts';

/** What a program that is not ours loads by name: Lambda, vitest and Stryker. */
const entries: readonly RegExp[] = [
  /^functions\/[^/]+\.ts handler$/u,
  /^test\/support\/forget-scratch\.ts setup$/u,
  /^test\/mutation\/ignore-texts\.ts strykerPlugins$/u,
];

test('what is exported is used in another file', () => {
  const texts = new Map(repositoryFiles().flatMap((path) => (isSource(path) ? [[path, textOf(path)] as const] : [])));
  const users = usersOf(texts);

  const exported = [...texts].flatMap(([path, text]) => exportsOf(path, text).map((name) => ({ path, name })));

  expect(exported.length).toBeGreaterThan(3_000);
  const unused = exported.filter(({ path, name }) => {
    const asWord = new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`, 'u');
    return !(users.get(path) ?? []).some((text) => text.includes(name) && asWord.test(text));
  });
  const found = unused.map(({ path, name }) => `${path} ${name}`);
  expect(found.filter((export_) => !entries.some((entry) => entry.test(export_)))).toEqual([]);
});

function isSource(path: string): boolean {
  return /\.(?:tsx?|mjs)$/u.test(path);
}

const importOfNames = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/gu;
const pathOfFile = /['"`](\.[^'"`\n]*\.(?:tsx?|mjs))['"`]/gu;

/** What other files say of a file: the names that they import of it, or all their text where they load it otherwise. */
function usersOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const said = [...texts].flatMap(([user, text]) => {
    const fileAt = (place: string) => join(dirname(user), place);
    const imported = [...text.matchAll(importOfNames)].map(
      ([, names = '', place = '']) => [fileAt(place), names] as const,
    );
    const others = new Set([...text.replaceAll(importOfNames, '').matchAll(pathOfFile)].map(([, place = '']) => place));
    return [...imported, ...[...others].map((place) => [fileAt(place), text] as const)];
  });
  return new Map([...Map.groupBy(said, ([file]) => file)].map(([file, all]) => [file, all.map(([, text]) => text)]));
}

function exportsOf(path: string, text: string): readonly string[] {
  const declared = /^export (?:abstract |declare |async )*(?:type|interface|const|function\*?|class) ([\w$]+)/gmu;
  // A program that a test writes down stands in a text of the test.
  return path.endsWith('.test.ts') ? [] : [...text.matchAll(declared)].map(([, name = '']) => name);
}
