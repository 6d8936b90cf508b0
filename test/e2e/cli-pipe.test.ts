import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');

test('a reader that stops reading breaks no command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'curfew-pipe-'));
  try {
    // The reader is gone before the first word is written.
    const command = `"${process.execPath}" "${main}" --help | true; exit "\${PIPESTATUS[0]}"`;

    const { stderr } = await promisify(execFile)('bash', ['-c', command], { cwd: folder });

    expect(stderr).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
