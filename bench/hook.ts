import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openInstallation } from '../local/installation.ts';
import { hookTokenText } from '../shared/hook/hook-token.ts';
import { makeToken } from '../shared/hook/use-cases/connect-hook.ts';
import { apiPaths, hookPaths } from '../shared/kernel/contract/api-paths.ts';
import { runClaim } from './measure/claim.ts';
import { tableText } from './measure/figures.ts';
import { during, inFolder, projectRoot, quickestMs, startCurfew } from './measure/programs.ts';

/*
 * The hook beside a Node process that does nothing, against the running installation; and how many events a second its
 * intake takes, of so many machines at once, beside the 500 that are wanted. The goal: the hook takes under 150 ms more
 * than the empty process, and each event is answered.
 */
const tries = 15;
const eventsWanted = 500;
/** A machine's highest rate, under one token. */
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

async function tokensIn(state: string, machines: number): Promise<readonly string[]> {
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

function timed(state: string, address: string, token: string): Result {
  const config = join(state, 'hook.json');
  writeFileSync(config, JSON.stringify({ address, token }), { mode: 0o600 });
  const hook = join(projectRoot, 'cli', 'hook', 'curfew-hook.mjs');
  const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 's-bench', cwd: '/' });
  const isAnswer = (stdout: string): boolean => stdout.startsWith('Curfew: ');
  const ours = quickestMs(tries, [hook], { input, isAnswer, env: { CURFEW_HOOK_CONFIG: config } });
  const floor = quickestMs(tries, ['-e', '0'], { input });
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

/** Each machine reports as often as it may: more in all than is wanted, and each event of another session. */
async function taken(address: string, tokens: readonly string[], seconds: number): Promise<readonly Result[]> {
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

async function measureHook(state: string, machines: number, seconds: number): Promise<readonly Result[]> {
  return during(await startCurfew(state, ['--port-base', '27700']), async ({ api }) => {
    const address = `${new URL(api.address).origin}${apiPaths.links}${hookPaths.report.replace('/report', '')}`;
    const tokens = await tokensIn(state, machines);
    return [timed(state, address, tokens[0] ?? ''), ...(await taken(address, tokens, seconds))];
  });
}

await runClaim(import.meta, async ({ number }) => {
  const results = await inFolder(async (state) => measureHook(state, number('machines'), number('seconds')));
  agent.destroy();
  const [one, events, lost] = results;
  const isQuick = one !== undefined && one.ours - one.floor < overheadMsMax;
  return {
    document: results,
    ratios: results.map(({ what, peer, unit, ours, floor }) => ({
      what,
      peer,
      peerFigure: `${floor.toFixed(0)} ${unit}`.trim(),
      ourFigure: `${ours.toFixed(0)} ${unit}`.trim(),
      ratio: floor === 0 ? ours : ours / floor,
      ...(unit === 'a second' && { isBetter: 'higher' as const }),
    })),
    report: [
      tableText(
        ['what', 'ours', 'beside', 'which is'],
        results.map(({ what, peer, unit, ours, floor }) => [
          what,
          `${ours.toFixed(0)} ${unit}`,
          floor.toFixed(0),
          peer,
        ]),
      ),
    ],
    hasReachedGoal: isQuick && (events?.ours ?? 0) >= eventsWanted && lost?.ours === 0,
  };
});
