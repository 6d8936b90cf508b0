import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import * as z from 'zod';

import { medianOf } from '../../shared/forecast/statistics.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

/** What one call of the console took. */
interface Call {
  readonly ms: number;
  /** Of the API's processor; the engine of the tables has its own. */
  readonly cpuMs: number;
  /** As it is sent, packed. */
  readonly bytes: number;
  readonly document: unknown;
}

/** What a page asks for first, in the middle of some rounds. */
export interface Answer {
  readonly page: string;
  /** Asked of a process that has answered nothing yet: of Home alone. */
  readonly coldMs?: number;
  readonly coldCpuMs?: number;
  /** By the page, once the process knows the organization. */
  readonly firstMs: number;
  readonly againMs: number;
  readonly againMsMax: number;
  readonly againCpuMs: number;
  readonly bytes: number;
}

const Caps = z.object({ rows: z.array(z.object({ email: z.string() })).min(1) });
const Revisions = z.object({ rows: z.array(z.object({ revision: z.int() })) });
const Runs = z.object({ rows: z.array(z.object({ run: z.string() })).min(1) });

type Api = Awaited<ReturnType<typeof openApi>>;

async function openApi(stateDir: string) {
  const child = fork(join(import.meta.dirname, 'large-api.ts'), [stateDir], {
    env: childEnvironment(process.env, 'tool'),
  });
  const { address } = await messageFrom<{ readonly address: string }>(child);
  const call = async (path: string, init: RequestInit): Promise<Call> => {
    const before = await cpuOf(child);
    const startedMs = performance.now();
    const response = await fetch(`${address}${path}`, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const ms = performance.now() - startedMs;
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}: ${bytes.toString().slice(0, 500)}`);
    }
    const packed = gzipSync(bytes).length;
    return {
      ms,
      cpuMs: (await cpuOf(child)) - before,
      bytes: packed,
      document: JSON.parse(bytes.toString()) as unknown,
    };
  };
  return {
    get: async (path: string, as?: string) => call(path, { headers: as === undefined ? {} : { 'x-bench-as': as } }),
    post: async (path: string, body: unknown) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(body),
      }),
    close: async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.send('end');
      await ended;
    },
  };
}

async function messageFrom<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const message = messageFrom<{ readonly cpuMs: number }>(child);
  child.send('cpu');
  return (await message).cpuMs;
}

type Ask = (api: Api) => Promise<Call>;

/** What each page asks for before it shows its figures. */
async function pagesOf(api: Api): Promise<ReadonlyMap<string, Ask>> {
  const { rows } = Caps.parse((await api.get('/caps?limit=5')).document);
  const email = rows[0]?.email ?? '';
  const person = encodeURIComponent(email);
  const [run] = Runs.parse((await api.get('/runs?job=enforce&newest=1')).document).rows;
  const [newest] = Revisions.parse((await api.get('/controls/timeline?limit=1')).document).rows;
  const paths: Readonly<Record<string, string>> = {
    'Plan review': '/plans?limit=50',
    Requests: '/requests?limit=50',
    People: '/caps?limit=50',
    'People, found by letters': '/caps?limit=50&search=ada',
    Person: `/users/${person}/explanation`,
    'Person, use': `/users/${person}/use`,
    Budgets: '/budgets?limit=50&daily=true',
    Budget: '/budgets/org/month',
    Teams: '/teams',
    Team: '/teams/data',
    Controls: '/controls/timeline?limit=50',
    Revision: `/controls/revisions/${newest?.revision ?? 1}`,
    Sessions: '/sessions?limit=50',
    Computers: '/computers',
    Readiness: '/readiness/repositories',
    Alerts: '/alerts?limit=50',
    Runs: '/runs?limit=50',
    Run: `/runs/${encodeURIComponent(run?.run ?? '')}`,
    Journal: '/journal?limit=50&order=newest',
    Settings: '/settings',
  };
  return new Map<string, Ask>([
    ['Home', async (on) => on.get('/home')],
    ['My page', async (on) => on.get('/me/page', email)],
    ['People of one team', async (on) => on.get('/caps?limit=50', 'data-lead@acme.example')],
    ...Object.entries(paths).map(([page, path]) => [page, async (on: Api) => on.get(path)] as const),
    [
      'Impact of an edit',
      async (on) =>
        on.post('/impact', { edit: 'set-budget', scope: 'default', window: 'month', said: { amount: 100_000 } }),
    ],
  ]);
}

const againTimes = 3;

interface Round {
  readonly cold: Call;
  readonly pages: ReadonlyMap<string, readonly Call[]>;
}

async function oneRound(stateDir: string): Promise<Round> {
  const api = await openApi(stateDir);
  try {
    const cold = await api.get('/home');
    const pages = new Map<string, readonly Call[]>();
    for (const [page, ask] of await pagesOf(api)) {
      const calls: Call[] = [];
      for (let time = 0; time <= againTimes; time += 1) {
        calls.push(await ask(api));
      }
      pages.set(page, calls);
    }
    return { cold, pages };
  } finally {
    await api.close();
  }
}

/** How long the pages of the console wait for their first figures, each round in a process of its own. */
export async function measureAnswers(stateDir: string, rounds: number): Promise<readonly Answer[]> {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(await oneRound(stateDir));
  }
  return [...(all[0]?.pages.keys() ?? [])].map((page) => {
    const calls = all.map(({ pages }) => pages.get(page) ?? []);
    const [first, again] = [calls.flatMap(([call]) => call ?? []), calls.flatMap((each) => each.slice(1))];
    return {
      page,
      ...(page === 'Home' && {
        coldMs: medianOf(all.map(({ cold }) => cold.ms)),
        coldCpuMs: medianOf(all.map(({ cold }) => cold.cpuMs)),
      }),
      firstMs: medianOf(first.map(({ ms }) => ms)),
      againMs: medianOf(again.map(({ ms }) => ms)),
      againMsMax: Math.max(...again.map(({ ms }) => ms)),
      againCpuMs: medianOf(again.map(({ cpuMs }) => cpuMs)),
      bytes: Math.max(...again.map(({ bytes }) => bytes)),
    };
  });
}
