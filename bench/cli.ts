import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startEmulator } from '../emulator/start-emulator.ts';
import { demoOrganization } from '../local/demo/demo-organization.ts';
import { childEnvironment } from '../shared/kernel/runtime/child-environment.ts';
import { runClaim } from './measure/claim.ts';
import { tableText } from './measure/figures.ts';
import { during, inFolder, projectRoot, quickestMs, startCurfew } from './measure/programs.ts';
import { ratioOf } from './measure/spread.ts';

/*
 * How long commands take beside a Node process that does nothing: the help, and the caps of an installation of 250 users,
 * whose engine is started for the command or, where Curfew runs, is there already. They run from their bundle, and one of
 * them from its sources too. The goal: the caps take at most 12 times as long, the help 3 times.
 */
const tries = 7;
const timesMax: Readonly<Record<string, number>> = { 'curfew --help': 3, 'curfew caps': 12 };
const program = join(projectRoot, 'cli', 'curfew.mjs');
const fromSources = join(projectRoot, 'cli', 'main.ts');
const day = '2026-03-15';

function makeBundle(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(projectRoot, 'cli', 'bundle', 'make-bundle.ts')], {
    encoding: 'utf8',
    env: childEnvironment(process.env, 'tool'),
  });
  if (status !== 0) {
    throw new Error(`the bundle cannot be made: ${stderr}`);
  }
}

async function madeIn(state: string): Promise<void> {
  mkdirSync(state);
  const emulator = await startEmulator({ ...demoOrganization, port: 0, today: day });
  const own = { CURFEW_BASE_URL: emulator.url, CURFEW_API_KEY: 'owner-key' };
  const env = { ...childEnvironment(process.env, 'tool'), ...own };
  const run = async (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [program, ...args, '--state', state], { env });
  try {
    await run('budgets', 'set', 'default', 'month', '1M');
    await run('run', 'enforce', '--at', day);
  } finally {
    await emulator.close();
  }
}

async function measureCommands(folder: string) {
  const [state, stateOfRunning] = [join(folder, 'state'), join(folder, 'running')];
  await madeIn(state);
  makeBundle();
  const caps = ['caps', '--state', state, '--at', day];
  const floorMs = quickestMs(tries, ['-e', '0']);
  const results = [
    { what: 'curfew --help', ms: quickestMs(tries, [program, '--help']), floorMs },
    { what: 'curfew caps', ms: quickestMs(tries, [program, ...caps]), floorMs },
    { what: 'curfew caps, from its sources', ms: quickestMs(tries, [fromSources, ...caps]), floorMs },
  ];
  return during(await startCurfew(stateOfRunning), async () => {
    const ms = quickestMs(tries, [program, 'caps', '--state', stateOfRunning]);
    return Promise.resolve([...results, { what: 'curfew caps, while Curfew runs', ms, floorMs }]);
  });
}

await runClaim(import.meta, async () => {
  const results = await inFolder(measureCommands);
  return {
    document: results,
    ratios: results.map(({ what, ms, floorMs }) =>
      ratioOf([`time of ${what}`, 'node -e 0'], floorMs, ms, { unit: 'ms' }),
    ),
    report: [
      tableText(
        ['command', 'ms', 'node -e 0, ms'],
        results.map(({ what, ms, floorMs }) => [what, ms.toFixed(0), floorMs.toFixed(0)]),
      ),
    ],
    hasReachedGoal: results.every(({ what, ms, floorMs }) => ms <= (timesMax[what] ?? Infinity) * floorMs),
  };
});
