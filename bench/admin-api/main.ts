import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { findRunningApi } from '../../local/state/running-api.ts';
/*
 * What the admin API of one machine holds: so many readers at once, each asking again as soon as it is answered or may,
 * beside writers that edit, against the running installation and against the same server with nothing behind it.
 * `--readers`, `--writers`, `--seconds` and `--json` are understood.
 */
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { styleFor } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '1000' },
    writers: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});
const [readers, writers, seconds] = [Number(values.readers), Number(values.writers), Number(values.seconds)];
const startMsMax = 120_000;

/** Any program must be told apart from an API that answers no more. */
const answerMsMax = 30_000;

interface Target {
  readonly address: string;
  readonly secret?: string;
}

interface Answered {
  readonly status: number;
  readonly tookMs: number;
  readonly retryAfterMs: number | undefined;
}

interface Figures {
  readonly what: string;
  readonly done: number;
  readonly donePerSecond: number;
  readonly saidNo: number;
  /** Said no without a time to ask again. */
  readonly saidNoBarely: number;
  readonly failed: number;
  readonly medianMs: number;
  readonly slowestOfHundredMs: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** An edit of a budget, on the version that was made last; 0 where there is none yet. */
interface Edit {
  readonly amount: number;
  readonly version: number;
}

async function ask(target: Target, path: string, edit?: Edit): Promise<Answered> {
  const startedMs = performance.now();
  const method = edit === undefined ? 'GET' : 'PUT';
  const seen = edit?.version === 0 ? { 'if-none-match': '*' } : { 'if-match': `"${edit?.version}"` };
  const headers = {
    ...(target.secret !== undefined && { authorization: `Bearer ${target.secret}` }),
    ...(edit !== undefined && { 'content-type': 'application/json', ...seen }),
  };
  return new Promise((resolve) => {
    const ended = (status: number, retryAfter?: string): void =>
      resolve({
        status,
        tookMs: performance.now() - startedMs,
        retryAfterMs: retryAfter === undefined ? undefined : Number(retryAfter) * 1_000,
      });
    const call = request(`${target.address}${path}`, { method, headers, agent, timeout: answerMsMax }, (response) => {
      response.resume();
      response.once('end', () => ended(response.statusCode ?? 0, response.headers['retry-after']));
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => ended(0));
    call.end(edit === undefined ? undefined : JSON.stringify({ amount: edit.amount }));
  });
}

/** Callers that ask until the time is over; one that is told to come back later does. */
async function measure(
  what: string,
  count: number,
  callerOf: (index: number) => () => Promise<Answered>,
): Promise<Figures> {
  const answers: Answered[] = [];
  const endMs = performance.now() + seconds * 1_000;
  const caller = async (index: number): Promise<void> => {
    const askOnce = callerOf(index);
    while (performance.now() < endMs) {
      const answer = await askOnce();
      answers.push(answer);
      if (answer.retryAfterMs !== undefined) {
        await sleep(Math.min(answer.retryAfterMs, Math.max(0, endMs - performance.now())));
      }
    }
  };
  await Promise.all(Array.from({ length: count }, async (_, index) => caller(index)));
  const isNo = ({ status }: Answered) => status === 429 || status === 503;
  const done = answers.filter(({ status }) => status >= 200 && status < 300);
  const times = done.map(({ tookMs }) => tookMs).toSorted((first, second) => first - second);
  return {
    what,
    done: done.length,
    donePerSecond: Math.round(done.length / seconds),
    saidNo: answers.filter(isNo).length,
    saidNoBarely: answers.filter((answer) => isNo(answer) && answer.retryAfterMs === undefined).length,
    failed: answers.length - done.length - answers.filter(isNo).length,
    medianMs: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    slowestOfHundredMs: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
  };
}

/** Somebody who edits one budget again and again, each time on the version before. */
function writer(target: Target, index: number): () => Promise<Answered> {
  let version = 0;
  return async () => {
    const path = `/budgets/user:bench-${index}@acme.example/day`;
    const answer = await ask(target, path, { amount: 1_000 + version, version });
    version += Number(answer.status === 200);
    return answer;
  };
}

async function underLoad(name: string, target: Target): Promise<readonly Figures[]> {
  return Promise.all([
    measure(`${name}: ${readers} readers of caps`, readers, () => async () => ask(target, '/caps?limit=20')),
    measure(`${name}: ${writers} writers of budgets`, writers, (index) => writer(target, index)),
  ]);
}

async function started(child: ChildProcess, isReady: (output: string) => boolean): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const endMs = Date.now() + startMsMax;
  while (!isReady(output)) {
    if (child.exitCode !== null || Date.now() > endMs) {
      throw new Error(`it did not start: ${output}`);
    }
    await sleep(100);
  }
  return output;
}

async function ofMachine(): Promise<readonly Figures[]> {
  const state = mkdtempSync(join(tmpdir(), 'curfew-bench-'));
  const main = join(import.meta.dirname, '..', '..', 'local', 'main.ts');
  const child = spawn(process.execPath, [main, '--state', state, '--port-base', '27600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  try {
    await started(child, (output) => output.includes('Ctrl-C'));
    const api = findRunningApi(state);
    if (api === undefined) {
      throw new Error('the installation has no admin API');
    }
    return await underLoad('Curfew', api);
  } finally {
    child.kill('SIGINT');
    await once(child, 'close');
    rmSync(state, { recursive: true, force: true });
  }
}

async function ofFloor(): Promise<readonly Figures[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'empty-api.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  try {
    const address = (await started(child, (output) => output.includes('\n'))).trim();
    return await underLoad('floor', { address });
  } finally {
    child.kill();
    await once(child, 'close');
  }
}

const figures = [...(await ofMachine()), ...(await ofFloor())];
agent.destroy();
if (values.json) {
  console.log(JSON.stringify(figures));
} else {
  const columns = [
    { title: 'what' },
    { title: 'done a second', align: 'right' },
    { title: 'median ms', align: 'right' },
    { title: '99 % ms', align: 'right' },
    { title: 'said no', align: 'right' },
    { title: 'failed', align: 'right' },
  ] as const;
  const rows = figures.map((each) => [
    each.what,
    String(each.donePerSecond),
    String(each.medianMs),
    String(each.slowestOfHundredMs),
    String(each.saidNo),
    String(each.failed),
  ]);
  console.log(renderTable(columns, rows, styleFor({ isTerminal: process.stdout.isTTY }, process.env)));
}
// Whoever is told no is told when to ask again, and nobody is left without an answer.
const isKept = figures.every(({ saidNoBarely, failed }) => saidNoBarely + failed === 0);
process.exitCode = isKept && (figures[0]?.done ?? 0) > 0 && (figures[1]?.done ?? 0) > 0 ? 0 : 1;
