import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { createTables, localTableNames } from '../local/storage/create-tables.ts';
import { startEngine } from '../local/storage/engine.ts';
import { createDynamo } from '../shared/kernel/store/create-dynamo.ts';
import type { Day } from '../shared/kernel/time/day.ts';
import { runClaim } from './measure/claim.ts';
import { sumOfCalls } from './measure/counting-dynamo.ts';
import { percent, tableText } from './measure/figures.ts';
import { documentOf, during, inFolder, startEmulatorProgram, withBuilt } from './measure/programs.ts';
import { ratioOf } from './measure/spread.ts';
import { nightOfEdits, type NightKind } from './night/night-kinds.ts';
import type { Night } from './night/one-run.ts';
import type { Floor } from './night/recorded-calls.ts';
import { countCalls, leastCalls, moveClock } from './worlds/platform.ts';

/*
 * Nights in a row of organizations of growing size, each as a durable execution on the tables of a real engine, against
 * the emulator, beside the floor: the very same calls, their answers parsed, with nothing in between. The calls are
 * counted beside the least that such a night can do with. `--kinds` takes these nights alone, `--heap-mb` bounds the
 * heap, and each night is added to the file of `--rows` as a line of JSON. The goal: no more
 * memory, operations, calls and share of the guard than stands below.
 */

/**
 * The days that each night has to read: those of its windows, or the four weeks that days are compared with. At the
 * window start there are quarter budgets, made that day, and no night was run for two weeks.
 */
interface NightAtScale extends NightKind {
  readonly from: Day;
  readonly through: Day;
}
const nights: readonly NightAtScale[] = [
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
/** Of the heap for new objects; V8 takes three times as much. */
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

interface Place {
  readonly users: number;
  readonly url: string;
  readonly run: <T>(args: readonly string[]) => Promise<T>;
  readonly callsFile: string;
  readonly engine: readonly string[];
}

async function measureNight(place: Place, { kind, today, ...range }: NightAtScale) {
  const { users, url, run, callsFile, engine } = place;
  await moveClock(url, today);
  const profiled = users <= profiledUsersMax ? ['profiled'] : [];
  const ran = await run<Night>(['night', kind, today, url, ...engine, callsFile, ...profiled]);
  const calls = await countCalls(url);
  const floor = await run<Floor>(['floor', url, callsFile]);
  if (floor.calls !== calls.all) {
    throw new Error(`the floor made ${floor.calls} calls, the night ${calls.all}`);
  }
  const least = await leastCalls(url, { users, range, limitsSent: ran.limitsSent });
  const floors = { leastCalls: least, floorSeconds: floor.seconds, floorPeakMb: floor.peakMb };
  return { users, kind, ...ran, calls, ...floors };
}

type Row = Awaited<ReturnType<typeof measureNight>>;

async function measureNights({
  users: sizes,
  kinds,
  heapMb,
  rowsFile,
}: {
  readonly users: readonly number[];
  readonly kinds: string;
  readonly heapMb: number;
  readonly rowsFile: string;
}): Promise<readonly Row[]> {
  const wanted = kinds.split(',').map(nightNamed);
  const bounds = [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`];
  const rows: Row[] = [];
  const ofSize = async (users: number, place: Pick<Place, 'run' | 'callsFile'>): Promise<void> => {
    const args = ['--port', '0', '--users', String(users), '--today', nights[0]?.today ?? ''];
    const engine = await startEngine();
    try {
      const dynamo = createDynamo(engine);
      await createTables(dynamo, localTableNames(), { isFollowed: false });
      dynamo.destroy();
      await during(await startEmulatorProgram(args), async ({ ready: url }) => {
        for (const night of wanted) {
          const at = { ...place, users, url, engine: [engine.endpoint, engine.accessKeyId ?? 'local'] };
          const row = await measureNight(at, night);
          rows.push(row);
          // Those of a large organization take hours.
          console.error(`${users} people, ${night.kind}: ${row.seconds.toFixed(0)} s`);
          if (rowsFile !== '') {
            appendFileSync(rowsFile, `${JSON.stringify(row)}\n`);
          }
        }
      });
    } finally {
      await engine.close();
    }
  };
  await withBuilt(['night/night-process.ts'], async ([program = '']) =>
    inFolder(async (folder) => {
      const run = async <T>(args: readonly string[]) => documentOf<T>([...bounds, program, ...args]);
      for (const users of sizes) {
        await ofSize(users, { run, callsFile: join(folder, 'calls.jsonl') });
      }
    }),
  );
  return rows;
}

function nightNamed(name: string): NightAtScale {
  const night = nights.find(({ kind }) => kind === name);
  if (night === undefined) {
    throw new Error(`--kinds is ${name}: there are ${nights.map(({ kind }) => kind).join(', ')}`);
  }
  return night;
}

function cellsOf(row: Row): readonly (string | number)[] {
  const { calls, tableCalls } = row;
  return [
    row.users,
    row.kind,
    calls.all,
    row.leastCalls,
    `${calls.roster}, ${calls.users}, ${calls.bills}, ${calls.limits}`,
    sumOfCalls({ calls: tableCalls }),
    (tableCalls['PutItem'] ?? 0) + (tableCalls['UpdateItem'] ?? 0),
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
}

const titles =
  'users,night,calls,least,roster; users; bills; limits,calls of tables,single writes,units written,units read,operations; KB,longest step in s,memory in MB,of a processor in s,the guard’s share; of edits,night in s,floor in s';

function longestOf({ stepSeconds }: Row): number {
  return Math.max(...Object.values(stepSeconds));
}

function stepsOf({ users, kind, stepSeconds }: Row): readonly (string | number)[] {
  const steps = Object.entries(stepSeconds).toSorted(([, a], [, b]) => b - a);
  const named = steps.flatMap(([name, seconds]) => (seconds < 0.05 ? [] : [`${name} ${seconds.toFixed(1)}`]));
  return [users, kind, named.join(', ')];
}

function hasReachedGoal(row: Row): boolean {
  const { peakMb, operations, calls, leastCalls: least } = row;
  const isLight = (row.guardShare ?? 0) <= guardShareMax && (row.editsGuardShare ?? 0) <= editsGuardShareMax;
  const fits = isLight && peakMb < peakMbMax && operations < operationsMax && longestOf(row) < stepSecondsMax;
  return fits && hasSetEveryLimit(row) && calls.all <= least + Math.max(3, least * callsOverMax);
}

/** Where no night was run for some days, many who left meanwhile are in doubt until the next one: the report says so. */
function hasSetEveryLimit({ status, capsFailed, problems }: Row): boolean {
  const isDoubt = (problem: string) => problem.includes('missing from the roster all at once');
  const isForDoubt = problems.length > 0 && problems.every(isDoubt);
  return status === 'complete' || (status === 'partial' && capsFailed === 0 && isForDoubt);
}

await runClaim(import.meta, async ({ numbers, number, text }) => {
  const rows = await measureNights({
    users: numbers('users'),
    kinds: text('kinds'),
    heapMb: number('heap-mb'),
    rowsFile: text('rows'),
  });
  return {
    document: rows,
    ratios: rows.flatMap((row) => {
      const night = `${row.kind} night of ${row.users} users`;
      const tables = `${sumOfCalls({ calls: row.tableCalls })} calls of tables, ${Math.round(row.writeUnits)} units written`;
      const peer = 'the same calls alone';
      return [
        ratioOf([`calls of the platform, ${night}`, 'the least that reads its days'], row.leastCalls, row.calls.all),
        ratioOf([`${night}: ${tables}`, peer], row.floorSeconds, row.seconds, { unit: 's', digits: 1 }),
        ratioOf([`memory, ${night}`, peer], row.floorPeakMb, row.peakMb, { unit: 'MB' }),
      ];
    }),
    report: [
      tableText(titles.split(','), rows.map(cellsOf), 2),
      '\nThe longest step of each kind, in seconds (an invocation has 900):\n',
      tableText(['users', 'night', 'steps'], rows.map(stepsOf), 3),
      ...rows
        .filter(({ status }) => status !== 'complete')
        .map(({ users, kind, status, problems }) => `${users}, ${kind}: ${status}; ${problems.join('; ')}`),
    ],
    hasReachedGoal: rows.every(hasReachedGoal),
  };
});
