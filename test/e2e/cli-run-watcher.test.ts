import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { commandContext, type GlobalOptions } from '../../cli/frame/command-context.ts';
import type { Work } from '../../cli/frame/command-host.ts';
import { addRecordCommands } from '../../cli/runs/record-commands.ts';
import { addJobs } from '../../cli/runs/run-commands.ts';
import { startEmulator, type RunningEmulator } from '../../emulator/start-emulator.ts';

let dir = '';
let emulator: RunningEmulator;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'curfew-recorded-'));
  emulator = await startEmulator({ port: 0, users: 5, seed: 7, today: '2026-03-15' });
});

afterAll(async () => {
  await emulator.close();
  rmSync(dir, { recursive: true });
});

/** The commands as they are where no job has one of its own. */
async function curfew(...args: readonly string[]) {
  let stdout = '';
  let exitCode: number | undefined;
  const io = {
    user: 'ada',
    env: { CURFEW_BASE_URL: emulator.url, CURFEW_API_KEY: 'owner-key' },
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    writeOut: (text: string) => void (stdout += text),
    writeError: () => {},
    confirm: undefined,
    now: () => Date.now(),
  };
  const program = new Command('curfew')
    .option('--json')
    .option('--state <dir>')
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const run = async (work: Work): Promise<void> => {
    const options = program.opts<GlobalOptions>();
    exitCode = await work(await commandContext({ io, options, mayBegin: true }));
  };
  const state = join(dir, 'state');
  mkdirSync(state, { recursive: true });
  addJobs(program, { run, runBeginning: run });
  addRecordCommands(program, { run, runBeginning: run });
  await program.parseAsync([...args, '--state', state], { from: 'user' });
  return { exitCode, stdout };
}

test('a watcher is run by its declaration alone, and says what it has found', async () => {
  const { exitCode, stdout } = await curfew('run', 'sessions', '--json');

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    run: expect.stringMatching(/^sessions-.*-by-hand-[0-9a-f]{8}$/),
    job: 'sessions',
    status: 'complete',
    findings: expect.any(Array),
  });
});

test('a dry run of it leaves no record', async () => {
  const before = await curfew('runs', 'list', '--json');
  const { exitCode, stdout } = await curfew('run', 'sessions', '--dry-run', '--json');
  const after = await curfew('runs', 'list', '--json');

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ job: 'sessions', status: 'complete', dryRun: true });
  expect(after.stdout).toBe(before.stdout);
});
