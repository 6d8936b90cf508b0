import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a page says to do: to write whole files, or to change lines of those that are there. */
interface PageStep {
  readonly kind: 'file' | 'edit';
  readonly path: string;
  readonly text: string;
}

/** The steps of a page: blocks of code whose info string names a path. A block of `diff` is an edit. */
export function pageSteps(page: string): readonly PageStep[] {
  return [...page.matchAll(/^```(\w+) ([\w./-]+)\n([^]*?)^```$/gmu)].map(([, language = '', path = '', text = '']) => ({
    kind: language === 'diff' ? 'edit' : 'file',
    path,
    text,
  }));
}

/** Does one step in a folder. Lines of an edit begin with `+`, `-` or a blank; what it changes must be there once. */
export function takeStep(folder: string, { kind, path, text }: PageStep): void {
  const file = join(folder, path);
  if (kind === 'file') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  const lines = text.split('\n').slice(0, -1);
  const side = (without: string) =>
    lines
      .filter((line) => !line.startsWith(without))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const parts = readFileSync(file, 'utf8').split(side('+'));
  if (parts.length !== 2) {
    throw new Error(`${path} has ${parts.length - 1} places for the edit:\n${text}`);
  }
  writeFileSync(file, parts.join(side('-')));
}

/** Copies all files of the repository into a folder; the packages are those of the repository. */
export function copyRepository(from: string, to: string): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: from, encoding: 'utf8' });
  for (const path of listed.split('\0').filter((each) => each !== '')) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
  }
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'), 'dir');
}
