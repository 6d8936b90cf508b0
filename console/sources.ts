import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Where the console is built to. */
export const consoleDist = join(import.meta.dirname, 'dist');

/** What tells of which sources it was built, a file a line below their hash; written last. */
export const consoleStamp = join(consoleDist, 'sources.txt');

/** Whether what is built is of the sources as they are. */
export function isConsoleBuilt(): boolean {
  const [hash] = stampedLines();
  return hash !== undefined && hash === hashOfConsoleSources();
}

/** Changes whenever the built console would. `modules`: what it was built from outside its folder, from the root. */
export function hashOfConsoleSources(modules: readonly string[] = stampedLines().slice(1)): string {
  const hash = createHash('sha256');
  for (const file of [...filesOfConsole(), ...modules, 'package-lock.json']) {
    hash.update(file).update('\0').update(contentOf(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Marks what was built; `modules` as above. */
export function stampConsole(modules: readonly string[]): void {
  writeFileSync(consoleStamp, [hashOfConsoleSources(modules), ...modules].join('\n'));
}

function stampedLines(): readonly string[] {
  return existsSync(consoleStamp) ? readFileSync(consoleStamp, 'utf8').split('\n') : [];
}

/** What is there no more is another source than what was. */
function contentOf(file: string): Buffer | string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path) : '';
}

function filesOfConsole(): readonly string[] {
  return readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(consoleDist))
    .map((file) => relative(root, file))
    .toSorted();
}
