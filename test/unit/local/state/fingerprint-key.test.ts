import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';

import { beforeEach, expect, test } from 'vitest';

import { localFingerprintKey } from '../../../../local/state/fingerprint-key.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const { pathOf } = useScratchFolder();
let file = '';

beforeEach(() => {
  file = pathOf('fingerprint.key');
});

test('the key is made once and stays', () => {
  const made = localFingerprintKey(file);

  const again = localFingerprintKey(file);

  expect(made).toMatch(/^[\w-]{43}$/);
  expect(again).toBe(made);
});

test('only its owner may read the file, and no draft of it stays', () => {
  localFingerprintKey(file);

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(pathOf())).toEqual(['fingerprint.key']);
});

test('each installation has a key of its own', () => {
  const one = localFingerprintKey(file);
  const other = localFingerprintKey(pathOf('other.key'));

  expect(other).not.toBe(one);
});

test.each([0o640, 0o604, 0o660])('a file that others can read is refused, and the message says what to do', (mode) => {
  const key = localFingerprintKey(file);
  chmodSync(file, mode);

  const reading = () => localFingerprintKey(file);

  expect(reading).toThrow(`chmod 600 ${file}`);
  expect(reading).not.toThrow(key);
});

test('a file without a key is refused and not replaced', () => {
  writeFileSync(file, 'half a ke', { mode: 0o600 });

  const reading = () => localFingerprintKey(file);

  expect(reading).toThrow('not hold a key');
  expect(reading).not.toThrow('half a ke');
});

test('a link is refused, wherever it leads', () => {
  const target = pathOf('target');
  localFingerprintKey(target);
  symlinkSync(target, file);

  expect(() => localFingerprintKey(file)).toThrow('is a link');
});

test('a folder in its place is refused', () => {
  mkdirSync(file);

  expect(() => localFingerprintKey(file)).toThrow('is not a file');
});
