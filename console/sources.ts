import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Where the console is built to. */
export const consoleDist = join(import.meta.dirname, 'dist');

/** What tells of which sources it was built; written last. */
export const consoleStamp = join(consoleDist, 'sources.txt');

/** What the console is built from: its folder, what it shares with the API, and the packages. */
const sources = [
  'console',
  'shared/kernel/contract/console-config.ts',
  'shared/kernel/contract/routes.ts',
  'shared/kernel/records/contract/fields/amount.ts',
  'shared/kernel/texts',
  'docs/verify-export.mjs',
  'package-lock.json',
];

/** Changes whenever the built console would. */
export function hashOfConsoleSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesAt(join(root, source)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesAt(path: string): readonly string[] {
  if (/\.\w+$/u.test(path)) {
    return [path];
  }
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(consoleDist))
    .toSorted();
}
