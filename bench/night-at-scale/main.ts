import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import * as z from 'zod';

import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { startEngine } from '../../local/storage/engine.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import type { Day } from '../../shared/kernel/time/day.ts';
import { percent } from '../benchmark.ts';
import { buildPrograms } from '../scale/build-programs.ts';
import { countCalls, leastCalls, type PlatformCalls } from '../scale/count-calls.ts';
import { nightOfEdits } from '../scale/night-of-edits.ts';

/*
 * Nights in a row of organizations of growing size, each as a durable execution on the tables of a real engine,
 * against the emulator, beside the floor: the very same calls, their answers parsed, with nothing in between. The calls
 * are counted beside the least that such a night can do with. `--users 1000,10000`, `--kinds "first,window start"` (these
 * nights alone), `--heap-mb 640` (so much of a heap and no more), `--rows FILE` (each night is added to it as soon as it
 * is done, as a line of JSON) and `--json` are understood. Ends with 1 when a night takes more memory than it should, more
 * operations than a durable execution has, or more calls than it needs.
 */

/**
 * The days that each night has to read: those of its windows, or the four weeks that days are compared with. At the
 * window start there are quarter budgets, made that day, and no night was run for two weeks.
 */
const nights: readonly { readonly kind: string; readonly today: Day; readonly from: Day; readonly through: Day }[] = [
  { kind: 'first', today: '2026-05-14', from: '2026-04-15', through: '2026-05-13' },
  { kind: 'steady', today: '2026-05-15', from: '2026-05-12', through: '2026-05-14' },
  { kind: nightOfEdits, today: '2026-05-16', from: '2026-05-13', through: '2026-05-15' },
  { kind: 'weekly reread', today: '2026-05-17', from: '2026-04-18', through: '2026-05-16' },
  { kind: 'window start', today: '2026-06-01', from: '2026-04-01', through: '2026-05-31' },
];

/** What a durable execution can have. */
const operationsMax = 3_000;
/** A quarter of what the function has. */
const peakMbMax = 512;
/** Leaves room for what is outside of the heap; with less, what is garbage goes sooner. */
const heapMbMax = 300;
/** Of what is new; V8 takes three times as much. */
const semiSpaceMb = 4;
/** An invocation has 900: a step that is broken off by its end is done again in the next one. */
const stepSecondsMax = 450;
/** The guard of the promise takes no more of a night, and of the runs of edits. */
const guardShareMax = 0.05;
const editsGuardShareMax = 0.15;
/** The profile of longer nights would count in their memory. */
const profiledUsersMax = 10_000;
/** A clock that is read, a bill that came in more parts than its rows ask for. */
const callsOverMax = 0.02;

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000,10000,100000' },
    kinds: { type: 'string', default: nights.map(({ kind }) => kind).join() },
    rows: { type: 'string' },
    json: { type: 'boolean', default: false },
    'heap-mb': { type: 'string', default: String(heapMbMax) },
  },
});

const wanted = values.kinds.split(',').map((name) => {
  const night = nights.find(({ kind }) => kind === name);
  if (night === undefined) {
    throw new Error(`--kinds is ${name}: there are ${nights.map(({ kind }) => kind).join(', ')}`);
  }
  return night;
});

const Night = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  guardShare: z.number().optional(),
  editsGuardShare: z.number().optional(),
  status: z.string(),
  problems: z.array(z.string()),
  capsFailed: z.int(),
  capsChanged: z.int(),
  limitsSent: z.int(),
  operations: z.int(),
  checkpointKb: z.int(),
  stepSeconds: z.record(z.string(), z.number()),
  tableCalls: z.record(z.string(), z.int()),
  writeUnits: z.number(),
  readUnits: z.number(),
  peakMb: z.number(),
});
const Floor = z.object({ seconds: z.number(), calls: z.int(), peakMb: z.number() });

type BenchRow = z.output<typeof Night> & {
  readonly users: number;
  readonly kind: string;
  readonly calls: PlatformCalls;
  readonly leastCalls: number;
  readonly floorSeconds: number;
  readonly floorPeakMb: number;
};

/** Measures the nights of an organization, each of which goes on from the one before. */
async function measure(users: number): Promise<void> {
  const args = ['--port', '0', '--users', String(users), '--today', nights[0]?.today ?? ''];
  const emulator = spawn(process.execPath, [pathOf('../../emulator/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  const engine = await startEngine();
  try {
    const url = await addressOf(emulator.stdout);
    const dynamo = createDynamo(engine);
    await createTables(dynamo, localTableNames(), { isFollowed: false });
    dynamo.destroy();
    for (const night of wanted) {
      const row = await measureNight(users, night, {
        url,
        place: [url, engine.endpoint, engine.accessKeyId ?? 'local'],
      });
      rows.push(row);
      report(row);
    }
  } finally {
    emulator.kill();
    await engine.close();
  }
}

async function measureNight(
  users: number,
  { kind, today, ...range }: (typeof nights)[number],
  { url, place }: { readonly url: string; readonly place: readonly string[] },
): Promise<BenchRow> {
  await moveClock(url, today);
  const profiled = users <= profiledUsersMax ? ['profiled'] : [];
  const ran = Night.parse(await inProcess(['night', kind, today, ...place, callsFile, ...profiled]));
  const calls = await countCalls(url);
  const floor = Floor.parse(await inProcess(['floor', url, callsFile]));
  if (floor.calls !== calls.all) {
    throw new Error(`the floor made ${floor.calls} calls, the night ${calls.all}`);
  }
  const least = await leastCalls(url, { users, range, limitsSent: ran.limitsSent });
  return {
    users,
    kind,
    ...ran,
    calls,
    leastCalls: least,
    floorSeconds: floor.seconds,
    floorPeakMb: floor.peakMb,
  };
}

async function moveClock(url: string, today: Day): Promise<void> {
  const answer = await fetch(`${url}/__sim/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: `${today}T02:30:00.000Z` }),
  });
  if (!answer.ok) {
    throw new Error(`the clock of the emulator did not move: ${answer.status}`);
  }
}

/** The emulator says where it is on its first line. */
async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const address = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (address !== undefined) {
      return address;
    }
  }
  throw new Error('the emulator did not start');
}

async function inProcess(args: readonly string[]): Promise<unknown> {
  const bounds = [`--max-old-space-size=${values['heap-mb']}`, `--max-semi-space-size=${semiSpaceMb}`];
  const child = spawn(process.execPath, [...bounds, built.fileOf('night'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // By itself the allocator keeps what was freed in eight places for each processor.
    env: { ...childEnvironment(process.env, 'tool'), MALLOC_ARENA_MAX: '2' },
  });
  return JSON.parse(await text(child.stdout)) as unknown;
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Says what a night took as soon as it is done: those of a large organization take hours. */
function report(row: BenchRow): void {
  if (values.rows !== undefined) {
    appendFileSync(values.rows, `${JSON.stringify(row)}\n`);
  }
  if (!values.json) {
    console.log(lineOf(row));
  }
}

function lineOf(row: BenchRow): string {
  const { calls, tableCalls } = row;
  const asked = Object.values(tableCalls).reduce((sum, count) => sum + count, 0);
  const single = (tableCalls['PutItem'] ?? 0) + (tableCalls['UpdateItem'] ?? 0);
  const figures = [
    row.users,
    row.kind,
    calls.all,
    row.leastCalls,
    `${calls.roster}, ${calls.users}, ${calls.bills}, ${calls.limits}`,
    asked,
    single,
    Math.round(row.writeUnits),
    Math.round(row.readUnits),
    `${row.operations}, ${row.checkpointKb}`,
    longestOf(row).toFixed(1),
    row.peakMb.toFixed(0),
    row.cpuSeconds.toFixed(1),
    [row.guardShare, row.editsGuardShare].flatMap((share) => (share === undefined ? [] : [percent(share)])).join(', '),
    row.seconds.toFixed(1),
    row.floorSeconds.toFixed(1),
  ];
  return `| ${figures.join(' | ')} |`;
}

function longestOf({ stepSeconds }: BenchRow): number {
  return Math.max(...Object.values(stepSeconds));
}

/** The longest step of each kind, the longest kind first. */
function stepsLineOf({ users, kind, stepSeconds }: BenchRow): string {
  const steps = Object.entries(stepSeconds).toSorted(([, a], [, b]) => b - a);
  const named = steps
    .filter(([, seconds]) => seconds >= 0.05)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`);
  return `| ${users} | ${kind} | ${named.join(', ')} |`;
}

function hasReachedGoal(row: BenchRow): boolean {
  const { peakMb, operations, calls, leastCalls: least } = row;
  const isLight = (row.guardShare ?? 0) <= guardShareMax && (row.editsGuardShare ?? 0) <= editsGuardShareMax;
  const fits = isLight && peakMb < peakMbMax && operations < operationsMax && longestOf(row) < stepSecondsMax;
  return fits && hasSetEveryLimit(row) && calls.all <= least + Math.max(3, least * callsOverMax);
}

/** Where no night was run for some days, many who left meanwhile are in doubt until the next one: that is said below. */
function hasSetEveryLimit({ status, capsFailed, problems }: BenchRow): boolean {
  const isDoubt = (problem: string) => problem.includes('missing from the roster all at once');
  const isForDoubt = problems.length > 0 && problems.every(isDoubt);
  return status === 'complete' || (status === 'partial' && capsFailed === 0 && isForDoubt);
}

const built = buildPrograms({ night: 'scale/night-process.ts' });
/** What a night asks of the platform, for its floor. */
const callsFolder = mkdtempSync(join(tmpdir(), 'curfew-night-'));
const callsFile = join(callsFolder, 'calls.jsonl');
const rows: BenchRow[] = [];
if (!values.json) {
  const titles =
    'users | night | calls | least | roster, users, bills, limits | calls of tables | single writes | units written | units read | operations, KB | longest step, s | memory, MB | of a processor, s | the guard’s share, of edits | night, s | floor, s';
  console.log(`| ${titles} |`);
  console.log(`| ${titles.replace(/[^|]+/g, ' ---: ').trim()} |`);
}
try {
  for (const users of values.users.split(',').map(Number)) {
    await measure(users);
  }
} finally {
  rmSync(built.folder, { recursive: true });
  rmSync(callsFolder, { recursive: true });
}
if (values.json) {
  console.log(JSON.stringify(rows, null, 2));
} else {
  console.log(`\n| users | night | longest step of each kind, s (an invocation has 900) |\n| ---: | ---: | :--- |`);
  rows.forEach((row) => console.log(stepsLineOf(row)));
  rows
    .filter(({ status }) => status !== 'complete')
    .forEach(({ users, kind, status, problems }) =>
      console.log(`${users}, ${kind}: ${status}; ${problems.join('; ')}`),
    );
}
process.exitCode = rows.every(hasReachedGoal) ? 0 : 1;
