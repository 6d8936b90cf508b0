import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotStartError } from '../../../local/cannot-start-error.ts';
import { openDemoPlatform } from '../../../local/open-platform.ts';

test('a file that the demo organization cannot go on from is told with how to start over', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'curfew-demo-'));
  try {
    const file = join(dir, 'emulator.json');
    writeFileSync(file, 'garbage');

    const opened = openDemoPlatform({ file, port: 0 });

    await expect(opened).rejects.toThrow(CannotStartError);
    await expect(opened).rejects.toThrow(/is not JSON.*--fresh/u);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
