import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import * as z from 'zod';

import { medianOf } from '../../shared/forecast/statistics.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { during } from '../measure/programs.ts';

interface Call {
  readonly ms: number;
  /** Of the API's processor; the engine of the tables has its own. */
  readonly cpuMs: number;
  readonly bytes: number;
  readonly document: unknown;
}

export interface Answer {
  readonly page: string;
  /** Asked of a process that has answered nothing yet: of Home alone. */
  readonly coldMs?: number;
  readonly coldCpuMs?: number;
  readonly firstMs: number;
  readonly againMs: number;
  readonly againMsMax: number;
  readonly againCpuMs: number;
  readonly bytes: number;
}

const Caps = z.object({ rows: z.array(z.object({ email: z.string() })).min(1) });
const Revisions = z.object({ rows: z.array(z.object({ revision: z.int() })) });
const Runs = z.object({ rows: z.array(z.object({ run: z.string() })).min(1) });

/** A call of the API, in the name of a person where one is named; with a body it posts. */
interface Asked {
  readonly path: string;
  readonly as?: string;
  readonly body?: unknown;
}

async function openApi(stateDir: string) {
  const child = fork(join(import.meta.dirname, 'large-api.ts'), [stateDir], {
    env: childEnvironment(process.env, 'tool'),
  });
  const { address } = await messageFrom<{ readonly address: string }>(child);
  return {
    ask: async ({ path, as, body }: Asked): Promise<Call> => {
      const headers = { 'content-type': 'application/json', ...(as !== undefined && { 'x-bench-as': as }) };
      const posted = {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(body),
      };
      const before = await cpuOf(child);
      const startedMs = performance.now();
      const response = await fetch(`${address}${path}`, body === undefined ? { headers } : posted);
      const bytes = Buffer.from(await response.arrayBuffer());
      const ms = performance.now() - startedMs;
      if (!response.ok) {
        throw new Error(`${path} answered ${response.status}: ${bytes.toString().slice(0, 500)}`);
      }
      const cpuMs = (await cpuOf(child)) - before;
      return { ms, cpuMs, bytes: gzipSync(bytes).length, document: JSON.parse(bytes.toString()) as unknown };
    },
    stop: async (): Promise<void> => {
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

async function pagesOf({ ask }: Awaited<ReturnType<typeof openApi>>): Promise<Readonly<Record<string, Asked>>> {
  const documentOf = async (path: string) => (await ask({ path })).document;
  const { rows } = Caps.parse(await documentOf('/caps?limit=5'));
  const email = rows[0]?.email ?? '';
  const person = encodeURIComponent(email);
  const [run] = Runs.parse(await documentOf('/runs?job=enforce&newest=1')).rows;
  const [newest] = Revisions.parse(await documentOf('/controls/timeline?limit=1')).rows;
  const edit = { edit: 'set-budget', scope: 'default', window: 'month', said: { amount: 100_000 } };
  return {
    Home: { path: '/home' },
    'My page': { path: '/me/page', as: email },
    'People of one team': { path: '/caps?limit=50', as: 'data-lead@acme.example' },
    'Plan review': { path: '/plans?limit=50' },
    Requests: { path: '/requests?limit=50' },
    People: { path: '/caps?limit=50' },
    'People, found by letters': { path: '/caps?limit=50&search=ada' },
    Person: { path: `/users/${person}/explanation` },
    'Person, use': { path: `/users/${person}/use` },
    Budgets: { path: '/budgets?limit=50&daily=true' },
    Budget: { path: '/budgets/org/month' },
    'Budget, burn-down': { path: '/budgets/org/month/burn-down' },
    Usage: { path: '/usage/explorer?limit=50' },
    'Usage by team': { path: '/usage/explorer?by=team&limit=50' },
    'Usage, coming stops': { path: '/usage/coming-stops?limit=1000' },
    Teams: { path: '/teams' },
    Team: { path: '/teams/data' },
    Controls: { path: '/controls/timeline?limit=50' },
    Revision: { path: `/controls/revisions/${newest?.revision ?? 1}` },
    Sessions: { path: '/sessions?limit=50' },
    Computers: { path: '/computers' },
    Readiness: { path: '/readiness/repositories' },
    Alerts: { path: '/alerts?limit=50' },
    Runs: { path: '/runs?limit=50' },
    Run: { path: `/runs/${encodeURIComponent(run?.run ?? '')}` },
    Journal: { path: '/journal?limit=50&order=newest' },
    Settings: { path: '/settings' },
    'Impact of an edit': { path: '/impact', body: edit },
  };
}

const againTimes = 3;

async function oneRound(stateDir: string) {
  return during(await openApi(stateDir), async (api) => {
    const cold = await api.ask({ path: '/home' });
    const pages = new Map<string, readonly Call[]>();
    for (const [page, asked] of Object.entries(await pagesOf(api))) {
      const calls: Call[] = [];
      for (let time = 0; time <= againTimes; time += 1) {
        calls.push(await api.ask(asked));
      }
      pages.set(page, calls);
    }
    return { cold, pages };
  });
}

/** How long the pages of the console wait for their first figures, each round in a process of its own. */
export async function measureAnswers(stateDir: string, rounds: number): Promise<readonly Answer[]> {
  const all: Awaited<ReturnType<typeof oneRound>>[] = [];
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
