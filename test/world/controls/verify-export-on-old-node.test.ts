import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { transform } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

import { useScratchFolder } from '../../support/scratch-folder.ts';
import { aStory, exportOf } from './evidence-story.ts';

const scriptFile = fileURLToPath(new URL('../../../docs/verify-export.mjs', import.meta.url));
const script = readFileSync(scriptFile, 'utf8');

/** The oldest Node that the script names. */
const oldest = Number(/plain Node (\d+) or later/u.exec(script)?.[1]);

/** What came after Node 20, gone before the script is loaded. */
const withoutNewer = `
  for (const [owner, names] of [
    [Map, ['groupBy', 'prototype.getOrInsert', 'prototype.getOrInsertComputed']],
    [Object, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [RegExp, ['escape']],
    [Error, ['isError']],
    [Math, ['sumPrecise', 'f16round']],
    [Uint8Array, ['fromBase64', 'fromHex', 'prototype.toBase64', 'prototype.toHex']],
    [Set, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'].map((name) => 'prototype.' + name)],
    [Iterator, ['from', 'concat', ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'].map((name) => 'prototype.' + name)]],
  ]) for (const name of names) {
    const last = name.split('.').at(-1);
    delete (name.startsWith('prototype.') ? owner.prototype : owner)[last];
  }`;

const folder = useScratchFolder('file');

beforeAll(async () => {
  const files = await exportOf(await aStory(), { added: [{ name: 'verify-export.mjs', text: script }] });
  files.forEach((text, name) => folder.fileOf(name, text));
});

/** The first lines of the script's answer on a folder, run by a program with what is loaded before it. */
function verifiedBy(program: string, before: readonly string[] = []): string {
  // The suite's clock is moved by a program that an older Node does not load.
  const { NODE_OPTIONS: _, ...env } = process.env;
  return execFileSync(program, [...before, folder.pathOf('verify-export.mjs'), folder.pathOf()], {
    encoding: 'utf8',
    env,
  });
}

/** Every Node of that version on this machine. */
function nodesOf(major: number): readonly string[] {
  const programs = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, 'node'));
  return programs.filter((program) => {
    try {
      return execFileSync(program, ['--version'], { encoding: 'utf8' }).startsWith(`v${major}.`);
    } catch {
      return false;
    }
  });
}

test('the script of an export needs nothing that came after the oldest Node it names', () => {
  const preload = `data:text/javascript,${encodeURIComponent(withoutNewer)}`;

  const said = verifiedBy(process.execPath, ['--import', preload]);

  expect(oldest).toBe(20);
  expect(said).toMatch(/^holds /u);
});

test('the script of an export is written in the language of the oldest Node it names', async () => {
  const [older, newest] = await Promise.all(
    [`node${oldest}`, 'esnext'].map(async (target) => transform(script, { target, format: 'esm' })),
  );

  expect(older?.code).toBe(newest?.code);
  expect(older?.warnings).toEqual([]);
});

test('the script of an export says the same on each Node of that version that this machine has', () => {
  const expected = verifiedBy(process.execPath);

  const said = nodesOf(oldest).map((program) => verifiedBy(program));

  expect(said).toEqual(said.map(() => expected));
});
