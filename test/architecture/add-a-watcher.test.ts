import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { startMailCatcher, type MailCatcher } from '../../local/mail-catcher.ts';
import { useEmulator } from '../support/emulator.ts';
import { copyRepository, pageSteps, takeStep } from '../support/page-files.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

// The watcher of docs/add-a-watcher.md is built in a copy of the repository, exactly by that page.
const root = join(import.meta.dirname, '..', '..');
const steps = pageSteps(readFileSync(join(root, 'docs', 'add-a-watcher.md'), 'utf8'));
const edits = steps.filter(({ kind }) => kind === 'edit');
const edited = [...new Set(edits.map(({ path }) => path))];
const timeoutMs = 300_000;

const { pathOf } = useScratchFolder('file');
const emulator = useEmulator({ users: 5, empty: true });
let mail: MailCatcher;

beforeAll(async () => {
  copyRepository(root, pathOf());
  steps.forEach((step) => takeStep(pathOf(), step));
  // What runs, and nothing that only tests or measures it.
  const include = ['functions/*/main.ts', 'infra/app.ts', 'local/main.ts', 'cli/main.ts'];
  const compilerOptions = { tsBuildInfoFile: 'page.tsbuildinfo' };
  writeFileSync(pathOf('tsconfig.page.json'), JSON.stringify({ extends: './tsconfig.json', include, compilerOptions }));
  mail = await startMailCatcher();
}, timeoutMs);

afterAll(async () => mail.close());

/** What the compiler has against the copy; nothing when it compiles. */
function problemsOfTypes(): string {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.page.json'], {
    cwd: pathOf(),
    encoding: 'utf8',
  });
  return stdout;
}

/** Runs a module that prints JSON, among the files of the copy. */
function printed<S extends z.ZodType>(code: string, schema: S): z.output<S> {
  const stdout = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', code], {
    cwd: pathOf(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return schema.parse(JSON.parse(stdout));
}

test('the page adds files, and changes at most four', () => {
  const added = steps.filter(({ kind }) => kind === 'file').map(({ path }) => path);

  expect(added.length).toBeGreaterThan(0);
  expect(added.filter((path) => existsSync(join(root, path)))).toEqual([]);
  expect(edited.length).toBeLessThanOrEqual(4);
});
