import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test, vi } from 'vitest';

import { startEngine } from '../../../../local/storage/engine.ts';
import { childEnvironment, dropSecrets } from '../../../../shared/kernel/runtime/child-environment.ts';
import { repositoryFiles, textOf } from '../../../architecture/source-files.ts';

const keys = {
  CURFEW_API_KEY: 'planted-key-of-the-platform',
  AWS_ACCESS_KEY_ID: 'planted-id-of-aws',
  AWS_SECRET_ACCESS_KEY: 'planted-secret-of-aws',
  AWS_SESSION_TOKEN: 'planted-token-of-aws',
  AWS_CONTAINER_AUTHORIZATION_TOKEN: 'planted-token-of-a-container',
};
const env = { ...keys, PATH: '/bin', HOME: '/home/ann', AWS_PROFILE: 'acme', AWS_REGION: 'eu-central-1' };
/**
 * Every child of these is a process of its own, started by a test, by npm before Curfew is installed, or by the one file
 * that runs on a developer's machine, where no key of Curfew is.
 */
const withoutHelper = new Set([
  'local/install.mjs',
  'local/storage/engine-guard.mjs',
  'bench/bundles/measure-start.ts',
  'cli/hook/curfew-hook.mjs',
]);

/** All that descends from a process, by what Linux tells of each. */
function descendantsOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((name) => [Number(name), Number(/\) \S (\d+)/u.exec(statOf(name))?.[1])] as const);
  const children = parents.filter(([, parent]) => parent === pid).map(([child]) => child);
  return [...children, ...children.flatMap(descendantsOf)];
}

/** Of a process that ended meanwhile there is nothing. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

describe('the environment of a child process', () => {
  test('holds no key of the platform, and keys of AWS only for what calls AWS', () => {
    expect(childEnvironment(env, 'aws')).toEqual({ ...env, CURFEW_API_KEY: undefined });
    expect(childEnvironment(env, 'tool')).toEqual({
      PATH: '/bin',
      HOME: '/home/ann',
      AWS_PROFILE: 'acme',
      AWS_REGION: 'eu-central-1',
    });
    expect(Object.keys(childEnvironment({ ...env, LD_PRELOAD: '/tmp/x' }, 'engine'))).toEqual(['PATH']);
  });

  test('is made free of keys where a library starts the children', () => {
    const own = { ...env };

    dropSecrets(own);

    expect(JSON.stringify(own)).not.toContain('planted');
    expect(own).toMatchObject({ PATH: '/bin', AWS_PROFILE: 'acme' });
  });

  test('of the engine and its guard holds no key while they run', async ({ skip }) => {
    skip(process.platform !== 'linux', 'only Linux shows the environment of a process');
    Object.entries(keys).forEach(([name, value]) => vi.stubEnv(name, value));
    const before = new Set(descendantsOf(process.pid));

    const engine = await startEngine();
    const started = descendantsOf(process.pid).filter((pid) => !before.has(pid));
    const environments = started.map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
    const commands = started.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    await engine.close();

    expect(commands.join('\n')).toMatch(/engine-guard.*\n.*dynoxide/su);
    expect(environments.join('\n')).toContain('PATH=');
    for (const text of [...environments, ...commands]) {
      expect(text).not.toContain('planted');
      expect(text).not.toContain(engine.accessKeyId);
    }
  });

  test('is made wherever a program of ours starts another', () => {
    const starting = repositoryFiles()
      .filter((path) => /^(?:local|cli|infra|shared|functions|emulator|bench)\/.*\.(?:ts|mjs)$/u.test(path))
      .filter((path) => /node:child_process/u.test(textOf(path)));

    const bare = starting.filter((path) => !textOf(path).includes('childEnvironment('));

    expect(new Set(bare)).toEqual(withoutHelper);
  });
});
