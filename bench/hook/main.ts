/*
 * The hook beside a Node process that does nothing, each several times and the quickest counted, against the running
 * installation; and how many events a second its intake takes, of so many machines at once, beside the 500 that are
 * wanted. `--machines`, `--seconds` and `--json` are understood.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { openInstallation } from '../../local/installation.ts';
import { findRunningApi } from '../../local/state/running-api.ts';
import { hookTokenText } from '../../shared/hook/hook-token.ts';
import { makeToken } from '../../shared/hook/use-cases/connect-hook.ts';
import { apiPaths, hookPaths } from '../../shared/kernel/contract/api-paths.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

const { values } = parseArgs({
  options: {
    machines: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});
const [machines, seconds] = [Number(values.machines), Number(values.seconds)];
const startMsMax = 120_000;
const tries = 15;
const eventsWanted = 500;
/** A machine reports at most so often, under one token. */
const perMachineSecond = 2;
/** What the hook may take beyond an empty process. */
const overheadMsMax = 150;

interface Result {
  readonly what: string;
  readonly peer: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
}

async function started(state: string): Promise<ChildProcess> {
  const main = join(import.meta.dirname, '..', '..', 'local', 'main.ts');
  const child = spawn(process.execPath, [main, '--state', state, '--port-base', '27700'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const endMs = Date.now() + startMsMax;
  while (!output.includes('Ctrl-C')) {
    if (child.exitCode !== null || Date.now() > endMs) {
      throw new Error(`it did not start: ${output}`);
    }
    await sleep(100);
  }
  return child;
}

/** A token for each machine, as its owner would make it on the page. */
async function tokensIn(state: string): Promise<readonly string[]> {
  const installation = await openInstallation({ stateDir: state, env: process.env });
  try {
    const users = await installation.users.list();
    const ports = { hookTokens: installation.hookTokens, clock: { now: () => Date.now() } };
    const tokens = Array.from({ length: machines }, () => hookTokenText(randomBytes(32).toString('base64url')));
    for (const [at, text] of tokens.entries()) {
      const userId = users[at % users.length]?.userId ?? 'u';
      await makeToken(
        ports,
        { userId: `${userId}${at < users.length ? '' : `-${at}`}`, email: `${at}@acme.example` },
        text,
      );
    }
    return tokens;
  } finally {
    await installation.close();
  }
}

function quickestMs(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 's-bench', cwd: '/' });
  const times = Array.from({ length: tries }, () => {
    const began = performance.now();
    const { status, stdout } = spawnSync(process.execPath, args, { input, encoding: 'utf8', env });
    const isAnswered = args[0] === '-e' || stdout.startsWith('Curfew: ');
    if (status !== 0 || !isAnswered) {
      throw new Error('the hook was not answered');
    }
    return performance.now() - began;
  });
  return Math.min(...times);
}

function timed(state: string, address: string, token: string): Result {
  const config = join(state, 'hook.json');
  writeFileSync(config, JSON.stringify({ address, token }), { mode: 0o600 });
  const hook = join(import.meta.dirname, '..', '..', 'cli', 'hook', 'curfew-hook.mjs');
  const env = { ...childEnvironment(process.env, 'tool'), CURFEW_HOOK_CONFIG: config };
  const [ours, floor] = [quickestMs([hook], env), quickestMs(['-e', '0'], env)];
  return { what: 'one event of the hook, from start to exit', peer: 'node -e 0', unit: 'ms', ours, floor };
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

async function send(address: string, token: string, session: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const call = request(`${address}/report`, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    call.once('error', () => resolve(0));
    call.end(JSON.stringify({ event: 'Stop', session }));
  });
}

/** Every machine reports as often as it may: more in all than is wanted, and each event of another session. */
async function taken(address: string, tokens: readonly string[]): Promise<readonly Result[]> {
  const statuses: number[] = [];
  // What is read of each person is read once in a while: that is not what is measured.
  for (const [at, token] of tokens.entries()) {
    await send(address, token, `s-${at}`);
  }
  const endMs = performance.now() + seconds * 1_000;
  const machine = async (token: string, at: number): Promise<void> => {
    await sleep((at / tokens.length) * (1_000 / perMachineSecond));
    for (let count = 0; performance.now() < endMs; count += 1) {
      const began = performance.now();
      statuses.push(await send(address, token, `s-${at}-${count}`));
      await sleep(Math.max(0, 1_000 / perMachineSecond - (performance.now() - began)));
    }
  };
  await Promise.all(tokens.map(machine));
  const perSecond = statuses.filter((status) => status === 200).length / seconds;
  const failed = statuses.filter((status) => ![200, 429, 503].includes(status)).length;
  return [
    {
      what: 'events taken',
      peer: 'what is wanted',
      unit: 'a second',
      ours: Math.round(perSecond),
      floor: eventsWanted,
    },
    { what: 'events without an answer', peer: 'none', unit: '', ours: failed, floor: 0 },
  ];
}

const state = mkdtempSync(join(tmpdir(), 'curfew-bench-'));
const child = await started(state);
try {
  const { origin } = new URL(findRunningApi(state)?.address ?? '');
  const address = `${origin}${apiPaths.links}${hookPaths.report.replace('/report', '')}`;
  const tokens = await tokensIn(state);
  const results = [timed(state, address, tokens[0] ?? ''), ...(await taken(address, tokens))];
  if (values.json) {
    console.log(JSON.stringify(results));
  } else {
    console.table(results);
  }
  const [one, events, lost] = results;
  const isKept = one !== undefined && one.ours - one.floor < overheadMsMax && events !== undefined;
  process.exitCode = isKept && events.ours >= eventsWanted && lost?.ours === 0 ? 0 : 1;
} finally {
  agent.destroy();
  child.kill('SIGINT');
  await once(child, 'close');
  rmSync(state, { recursive: true, force: true });
}
