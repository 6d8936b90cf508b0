import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { quantileOf } from '../shared/forecast/statistics.ts';
import { runClaim } from './measure/claim.ts';
import { tableText } from './measure/figures.ts';
import { during, inFolder, startCurfew, startProgram } from './measure/programs.ts';
import { ratioOf } from './measure/spread.ts';

/*
 * What the admin API of one machine holds: so many readers at once, each asking again once it is answered or may,
 * beside writers that edit, against the running installation and against the same server with nothing behind it.
 */

/** Whether the API answers late or no more is told apart. */
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

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

async function ask(
  target: Target,
  path: string,
  edit?: { readonly amount: number; readonly version: number },
): Promise<Answered> {
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
  { count, seconds }: { readonly count: number; readonly seconds: number },
  callerOf: (index: number) => () => Promise<Answered>,
) {
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
  const times = done.map(({ tookMs }) => tookMs);
  return {
    what,
    done: done.length,
    donePerSecond: Math.round(done.length / seconds),
    saidNo: answers.filter(isNo).length,
    saidNoBarely: answers.filter((answer) => isNo(answer) && answer.retryAfterMs === undefined).length,
    failed: answers.length - done.length - answers.filter(isNo).length,
    medianMs: Math.round(quantileOf(times, 0.5)),
    slowestOfHundredMs: Math.round(quantileOf(times, 0.99)),
  };
}

function writer(target: Target, index: number): () => Promise<Answered> {
  let version = 0;
  return async () => {
    const path = `/budgets/user:bench-${index}@acme.example/day`;
    const answer = await ask(target, path, { amount: 1_000 + version, version });
    version += Number(answer.status === 200);
    return answer;
  };
}

await runClaim(import.meta, async ({ number }) => {
  const [readers, writers, seconds] = [number('readers'), number('writers'), number('seconds')];
  const underLoad = async (name: string, target: Target) =>
    Promise.all([
      measure(
        `${name}: ${readers} readers of caps`,
        { count: readers, seconds },
        () => async () => ask(target, '/caps?limit=20'),
      ),
      measure(`${name}: ${writers} writers of budgets`, { count: writers, seconds }, (index) => writer(target, index)),
    ]);
  const ours = await inFolder(async (state) =>
    during(await startCurfew(state, ['--port-base', '27600']), async ({ api }) => underLoad('Curfew', api)),
  );
  const floors = await during(
    await startProgram(['bench/admin-api/empty-api.ts'], /http:\S+/u),
    async ({ ready: address }) => underLoad('floor', { address }),
  );
  agent.destroy();
  const figures = [...ours, ...floors];
  return {
    document: figures,
    ratios: ours.map(({ what, donePerSecond, saidNo }, index) =>
      ratioOf(
        [`calls a second, ${what} (${saidNo} told to come back)`, 'an empty server'],
        floors[index]?.donePerSecond ?? 0,
        donePerSecond,
      ),
    ),
    report: [
      tableText(
        ['what', 'done a second', 'median ms', '99 % ms', 'said no', 'failed'],
        figures.map((each) => [
          each.what,
          each.donePerSecond,
          each.medianMs,
          each.slowestOfHundredMs,
          each.saidNo,
          each.failed,
        ]),
      ),
    ],
    // Each refusal says when to ask again, and each call is answered.
    hasReachedGoal:
      figures.every(({ saidNoBarely, failed }) => saidNoBarely + failed === 0) && ours.every(({ done }) => done > 0),
  };
});
