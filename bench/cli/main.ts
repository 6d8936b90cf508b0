import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startEmulator } from '../../emulator/start-emulator.ts';
import { demoOrganization } from '../../local/demo/demo-organization.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

/**
 * How long commands of the command line take, beside a Node process that does nothing: the help, and the caps of an
 * installation of 250 users, whose engine is started for the command or, where Curfew runs, is there already. They run
 * from their bundle, as every command but the first does, and one of them from its sources too. Each several times, and the quickest counts: whatever else the machine does slows a command down, and nothing makes it
 * quicker.
 */

const tries = 7;
const root = join(import.meta.dirname, '..', '..');
const program = join(root, 'cli', 'curfew.mjs');
const fromSources = join(root, 'cli', 'main.ts');
const startMsMax = 120_000;

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

/** What the first command leaves to a process behind it. */
function makeBundle(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'cli', 'bundle', 'make-bundle.ts')], {
    encoding: 'utf8',
    env: childEnvironment(process.env, 'tool'),
  });
  if (status !== 0) {
    throw new Error(`the bundle cannot be made: ${stderr}`);
  }
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

/** Curfew as it runs on one machine, on the demo, until it is stopped. */
async function running(state: string): Promise<{ stop(): Promise<void> }> {
  const args = [join(root, 'local', 'main.ts'), '--state', state];
  const child = spawn(process.execPath, args, { env: childEnvironment(process.env, 'tool') });
  const ended = once(child, 'close');
  const ready = new Promise<void>((resolve) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ctrl-C')) {
        resolve();
      }
    });
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, startMsMax).unref());
  await Promise.race([ready, ended, late]);
  return {
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'curfew-bench-'));
const [state, stateOfRunning] = [join(folder, 'state'), join(folder, 'running')];
try {
  await madeIn(state);
  makeBundle();
  const caps = ['caps', '--state', state, '--at', '2026-03-15'];
  const floorMs = quickestMs(['-e', '0']);
  const results: Result[] = [
    { what: 'curfew --help', ms: quickestMs([program, '--help']), floorMs },
    { what: 'curfew caps', ms: quickestMs([program, ...caps]), floorMs },
    { what: 'curfew caps, from its sources', ms: quickestMs([fromSources, ...caps]), floorMs },
  ];
  const installation = await running(stateOfRunning);
  try {
    results.push({
      what: 'curfew caps, while Curfew runs',
      ms: quickestMs([program, 'caps', '--state', stateOfRunning]),
      floorMs,
    });
  } finally {
    await installation.stop();
  }
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(results));
  } else {
    console.table(results);
  }
} finally {
  rmSync(folder, { recursive: true });
}
