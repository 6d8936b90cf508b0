import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { useScratchFolder } from '../support/scratch-folder.ts';

const main = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');

const { pathOf } = useScratchFolder();

test('a reader that stops reading breaks no command', async () => {
  // The reader is gone before the first word is written.
  const command = `"${process.execPath}" "${main}" --help | true; exit "\${PIPESTATUS[0]}"`;

  const { stderr } = await promisify(execFile)('bash', ['-c', command], { cwd: pathOf() });

  expect(stderr).toBe('');
});
