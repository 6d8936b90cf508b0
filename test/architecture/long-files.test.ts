import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { longFiles } from '../support/long-files-first.ts';

test('every file that the suite begins with is there', () => {
  const root = join(import.meta.dirname, '..', '..');

  expect(longFiles.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
