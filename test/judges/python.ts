import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { outputOf } from './output-of.ts';

/** Files of pinned packages with their hashes, made from the `.in` beside each by `uv pip compile`. */
export type RequirementsName = 'installer' | 'templates' | 'documents' | 'aws' | 'focus' | 'parquet' | 'reach';

/** A virtual environment of Python. */
export interface PythonEnvironment {
  /** The path of a command of its packages. */
  command(name: string): string;
}

/** There is no Python that would do, or nothing could be installed. The message says which. */
export class PythonMissingError extends Error {
  override readonly name = 'PythonMissingError';
}

/** Where what judges need is installed. */
export const judgesCache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'judges');
const leastMinor = 10;
/** A network that lets nothing through keeps an installer waiting for long. */
const timeoutMs = 180_000;

/** The environment with these packages, installed into `node_modules/.cache` where it is not there yet. */
export async function pythonEnvironment(name: RequirementsName): Promise<PythonEnvironment> {
  const python = findPython();
  const installer = await installed('installer', async (folder, requirements) => {
    await outputOf(python.path, ['-m', 'venv', folder], { timeoutMs });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await outputOf(commandIn(folder, 'python'), [...pip, '--require-hashes', '-r', requirements], { timeoutMs });
  });
  return name === 'installer'
    ? installer
    : installed(name, async (folder, requirements) => {
        const uv = installer.command('uv');
        const terms = { env: indexes(), timeoutMs };
        await outputOf(uv, ['venv', '--quiet', '--python', python.path, folder], terms);
        const into = ['pip', 'install', '--quiet', '--python', commandIn(folder, 'python')];
        await outputOf(uv, [...into, '--require-hashes', '-r', requirements], terms);
      });
}

async function installed(
  name: RequirementsName,
  install: (folder: string, requirements: string) => Promise<void>,
): Promise<PythonEnvironment> {
  const folder = join(judgesCache, name);
  const stamp = join(folder, '.installed');
  const requirements = join(import.meta.dirname, 'requirements', `${name}.txt`);
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(judgesCache, { recursive: true });
    try {
      await install(folder, requirements);
    } catch (cause) {
      throw new PythonMissingError(`the packages of ${name}.txt could not be installed`, { cause });
    }
    writeFileSync(stamp, hash);
  }
  return { command: (command) => commandIn(folder, command) };
}

function commandIn(folder: string, command: string): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', `${command}.exe`) : join(folder, 'bin', command);
}

/** uv reads no settings of pip; where pip is sent to a mirror, it goes there, too. */
function indexes(): Readonly<Record<string, string>> {
  const { PIP_INDEX_URL, UV_DEFAULT_INDEX = PIP_INDEX_URL } = process.env;
  return UV_DEFAULT_INDEX === undefined ? {} : { UV_DEFAULT_INDEX };
}

/** Raises PythonMissingError. */
function findPython(): { readonly path: string } {
  const said: string[] = [];
  for (const path of ['python3', 'python']) {
    const asked = 'import ensurepip, sys, venv; print("%d.%d" % sys.version_info[:2])';
    const { error, status, stdout, stderr } = spawnSync(path, ['-c', asked], {
      encoding: 'utf8',
      env: childEnvironment(process.env, 'tool'),
    });
    const [major = 0, minor = 0] = (stdout ?? '').trim().split('.').map(Number);
    if (status === 0 && (major > 3 || (major === 3 && minor >= leastMinor))) {
      return { path };
    }
    if (error === undefined) {
      const lacking = /No module named '?(\w+)/u.exec(stderr)?.[1];
      said.push(lacking === undefined ? `${path} is ${stdout.trim()}` : `${path} lacks ${lacking}`);
    }
  }
  const there = said.length === 0 ? 'there is none' : said.join(', ');
  throw new PythonMissingError(`Python 3.${leastMinor} or newer with venv and pip is needed; ${there}`);
}
