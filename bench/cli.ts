import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmulator } from '../emulator/start-emulator.ts';
import { demoOrganization } from '../local/demo/demo-organization.ts';
import { childEnvironment } from '../shared/runtime/child-environment.ts';

/**
 * How long commands of the command line take, beside a Node process that does nothing: the help, and the caps of an
 * installation of 250 users, whose engine is started for the command. Each several times, and the quickest counts:
 * whatever else the machine does slows a command down, and nothing makes it quicker.
 */

const tries = 7;
const program = join(import.meta.dirname, '..', 'cli', 'curfew.mjs');

interface Result {
  readonly what: string;
  readonly ms: number;
  readonly floorMs: number;
}

function quickestMs(args: readonly string[]): number {
  const times = Array.from({ length: tries }, () => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: childEnvironment(process.env, 'tool'),
    });
    if (status !== 0) {
      throw new Error(`the command failed: ${stderr}`);
    }
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** An installation of the demo organization after its first run. */
async function madeIn(state: string): Promise<void> {
  mkdirSync(state);
  const emulator = await startEmulator({ ...demoOrganization, port: 0, today: '2026-03-15' });
  const env = {
    ...childEnvironment(process.env, 'tool'),
    CURFEW_BASE_URL: emulator.url,
    CURFEW_API_KEY: 'owner-key',
  };
  const run = async (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [program, ...args, '--state', state], { env });
  try {
    await run('budgets', 'set', 'default', 'month', '1M');
    await run('run', 'enforce', '--at', '2026-03-15');
  } finally {
    await emulator.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'curfew-bench-'));
try {
  const state = join(folder, 'state');
  await madeIn(state);
  const floorMs = quickestMs(['-e', '0']);
  const results: readonly Result[] = [
    { what: 'curfew --help', ms: quickestMs([program, '--help']), floorMs },
    { what: 'curfew caps', ms: quickestMs([program, 'caps', '--state', state, '--at', '2026-03-15']), floorMs },
  ];
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(results));
  } else {
    console.table(results);
  }
} finally {
  rmSync(folder, { recursive: true });
}
