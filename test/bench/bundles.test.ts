import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { measureStart } from '../../bench/bundles/measure-start.ts';

test('a function that cannot start is an error of the bench, and no quick start', async () => {
  const ready = built('export const handler = async () => {};');
  const broken = built("throw new Error('nothing is set');");

  expect(await measureStart(ready, {})).toEqual({ wallMs: expect.any(Number), cpuMs: expect.any(Number) });
  await expect(measureStart(broken, {})).rejects.toThrow('does not start');
});

/** The folder of a function with this text. */
function built(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'curfew-starts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = join(folder, 'function');
  mkdirSync(own);
  writeFileSync(join(own, 'index.mjs'), text);
  return own;
}
