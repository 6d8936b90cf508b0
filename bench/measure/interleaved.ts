import { spreadOf, type Spread } from './spread.ts';

interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
}

/** What one run of a contestant takes, in milliseconds. */
interface Timing {
  readonly name: string;
  /** Of a processor, in all threads of the process: what counts on a machine that does other things too. */
  readonly cpuMs: Spread;
  readonly wallMs: Spread;
}

/** A sample of less than this says more about the clock than about the work. */
const sampleMsMin = 15;
const runsMax = 20_000;
const usualWarmUpMs = 500;

/**
 * Runs the contestants in turns, each first in another round, so that other work of the machine falls on all of
 * them. Each is warmed up before the first round, and run as often in a round as a readable sample takes. Without any
 * round nothing is run, and the spreads are NaN.
 */
export async function measureInterleaved(
  contestants: readonly Contestant[],
  rounds: number,
  warmUpMs = usualWarmUpMs,
): Promise<readonly Timing[]> {
  const timed: {
    readonly contestant: Contestant;
    readonly runs: number;
    readonly cpuMs: number[];
    readonly wallMs: number[];
  }[] = [];
  for (const contestant of contestants) {
    timed.push({ contestant, runs: rounds === 0 ? 0 : await runsFor(contestant, warmUpMs), cpuMs: [], wallMs: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    const first = round % timed.length;
    for (const own of [...timed.slice(first), ...timed.slice(0, first)]) {
      const { cpuMs, wallMs } = await sample(own.contestant, own.runs);
      own.cpuMs.push(cpuMs);
      own.wallMs.push(wallMs);
    }
  }
  return timed.map(({ contestant: { name }, cpuMs, wallMs }) => ({
    name,
    cpuMs: spreadOf(cpuMs),
    wallMs: spreadOf(wallMs),
  }));
}

/** Warms up, until code is compiled that runs often, and finds how many runs make a sample. */
async function runsFor(contestant: Contestant, warmUpMs: number): Promise<number> {
  const endMs = performance.now() + warmUpMs;
  let runs = 1;
  for (;;) {
    const { wallMs } = await sample(contestant, runs);
    const isReadable = wallMs * runs >= sampleMsMin || runs >= runsMax;
    if (isReadable && performance.now() >= endMs) {
      return runs;
    }
    runs = isReadable ? runs : 2 * runs;
  }
}

async function sample({ run }: Contestant, runs: number): Promise<{ readonly cpuMs: number; readonly wallMs: number }> {
  const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()];
  for (let count = 0; count < runs; count += 1) {
    const result = run();
    if (result instanceof Promise) {
      await result;
    }
  }
  const { user, system } = process.cpuUsage(startedCpu);
  return { cpuMs: (user + system) / 1_000 / runs, wallMs: (performance.now() - startedMs) / runs };
}
