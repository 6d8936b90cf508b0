import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { childEnvironment } from '../shared/runtime/child-environment.ts';

/*
 * One whole night of organizations of growing size, as a durable execution, against the emulator, beside the floor: the same pages read and
 * parsed, and as many limits sent, with nothing in between. `--users 1000,10000` and `--json` are understood. Ends
 * with 1 when a night takes more memory than a function has.
 */

const today = '2026-06-18';
/** What a durable execution can have. */
const operationsMax = 3_000;
/** What a function of 2,048 MB can take. */
const peakMbMax = 2_048;
/** Leaves room for what is outside of the heap. The twins of the tables are inside. */
const heapMbMax = 1_536;

const { values } = parseArgs({
  options: { users: { type: 'string', default: '1000,10000,100000' }, json: { type: 'boolean', default: false } },
});

const EnforcementRun = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  status: z.string(),
  capsChanged: z.int(),
  operations: z.int(),
  checkpointKb: z.int(),
  ledgerWriteUnits: z.int(),
  ledgerReadUnits: z.int(),
  itemsWritten: z.int(),
  peakMb: z.number(),
});
const Floor = z.object({ seconds: z.number(), peakMb: z.number() });

type BenchRow = z.output<typeof EnforcementRun> & {
  readonly users: number;
  readonly platformCalls: number;
  readonly floorSeconds: number;
  readonly floorPeakMb: number;
};

async function measure(users: number): Promise<BenchRow> {
  const emulator = spawn(
    process.execPath,
    [pathOf('../emulator/main.ts'), '--port', '0', '--users', String(users), '--today', today],
    { stdio: ['ignore', 'pipe', 'inherit'], env: childEnvironment(process.env, 'tool') },
  );
  try {
    const url = await addressOf(emulator.stdout);
    const night = EnforcementRun.parse(await inProcess(['night', url, today]));
    const platformCalls = z.array(z.unknown()).parse(await (await fetch(`${url}/__sim/requests`)).json()).length;
    const floor = Floor.parse(await inProcess(['floor', url, today, String(night.capsChanged)]));
    return { users, ...night, platformCalls, floorSeconds: floor.seconds, floorPeakMb: floor.peakMb };
  } finally {
    emulator.kill();
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
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMbMax}`, pathOf('./scale/night-process.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: childEnvironment(process.env, 'tool'),
    },
  );
  return JSON.parse(await text(child.stdout)) as unknown;
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

const rows: BenchRow[] = [];
for (const users of values.users.split(',').map(Number)) {
  rows.push(await measure(users));
}
if (values.json) {
  console.log(JSON.stringify(rows, null, 2));
} else {
  console.log(
    '| users | night, s | of a processor, s | floor, s | memory, MB | floor, MB | calls | limits | operations, KB | ledger units written, read | other items |',
  );
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const row of rows) {
    const { users, seconds, cpuSeconds, floorSeconds, peakMb, floorPeakMb, platformCalls, capsChanged } = row;
    const units = `${row.ledgerWriteUnits}, ${row.ledgerReadUnits}`;
    const durable = `${row.operations}, ${row.checkpointKb}`;
    const figures = [
      users,
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
      floorSeconds.toFixed(1),
      peakMb.toFixed(0),
      floorPeakMb.toFixed(0),
    ];
    console.log(`| ${[...figures, platformCalls, capsChanged, durable, units, row.itemsWritten].join(' | ')} |`);
  }
}
process.exitCode = rows.every(
  ({ peakMb, operations, status }) => peakMb < peakMbMax && operations < operationsMax && status === 'complete',
)
  ? 0
  : 1;
