import { expect, test } from 'vitest';

import { leftOut, namesIn } from '../golden/commands.ts';
import { differences, hashesOf } from '../golden/recording.ts';
import { commandNames } from '../support/every-command.ts';
import { textOf } from './source-files.ts';

const recorded = new Map([
  ['a', 'one\ntwo\n'],
  ['b', 'kept\n'],
  ['c', 'gone\n'],
]);

test('golden says what is new, gone and changed, and how, in a diff', () => {
  const now = new Map([
    ['a', 'one\nthree\n'],
    ['b', 'kept\n'],
    ['d', 'new\n'],
  ]);

  const found = differences(now, hashesOf(recorded), recorded);

  expect(found.map(({ name, kind }) => [name, kind])).toEqual([
    ['a', 'changed'],
    ['c', 'gone'],
    ['d', 'new'],
  ]);
  expect(found[0]?.patch).toContain('-two\n+three\n');
});

test('golden shows no diff beside a text of another recording', () => {
  const found = differences(new Map([['a', 'now\n']]), hashesOf(new Map([['a', 'before\n']])), recorded);

  expect(found).toEqual([{ name: 'a', kind: 'changed' }]);
});

test('golden records every command, or says why not', async () => {
  const names = namesIn(textOf('test/golden/recorded.txt'), await commandNames());

  expect((await commandNames()).filter((name) => !names.has(name) && leftOut[name] === undefined)).toEqual([]);
});
