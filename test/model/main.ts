import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stderr, stdout } from 'node:process';

import { planted, worlds, type ModelWorld } from './worlds.ts';

/**
 * Lets Spin look at every state of a model of the guard (promise.pml), and plants one bug after the other in it. Ends
 * with 1 where the promise does not hold, with what happened until then, or where a bug is not found; with 2 where Spin
 * or a C compiler is missing.
 */

interface Search {
  readonly states: number;
  /** What happened until something did not hold, a line each. */
  readonly broken: readonly string[] | undefined;
}

const depthMax = 20_000;

function print(line: string): void {
  stdout.write(`${line}\n`);
}

function missing(): readonly string[] {
  return ['spin', 'gcc'].filter((command) => spawnSync(command, ['--version']).error !== undefined);
}

/** What a command prints. Its exit code says whether it ran: Spin's search ends with 0 whatever it finds. */
async function outputOf(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  if ((await promise) !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  }
  return output;
}

async function search({ sizes }: ModelWorld, bug: number): Promise<Search> {
  const folder = mkdtempSync(join(tmpdir(), 'curfew-model-'));
  try {
    cpSync(import.meta.dirname, folder, { recursive: true });
    const defines = Object.entries({ ...sizes, PLANTED: bug }).map(([name, size]) => `-D${name}=${size}`);
    await outputOf('spin', ['-a', ...defines, 'promise.pml'], folder);
    const options = ['-O2', '-w', '-DSAFETY', '-DNOREDUCE', '-DHC4', '-DVECTORSZ=4096'];
    await outputOf('gcc', [...options, ...defines, '-o', 'pan', 'pan.c'], folder);
    const said = await outputOf('./pan', ['-E', `-m${depthMax}`, '-w24'], folder);
    const states = Number(/(\d+) states, stored/u.exec(said)?.[1] ?? 0);
    if (states === 0 || /max search depth too small|out of memory/u.test(said)) {
      throw new Error(`Spin did not look at every state:\n${said}`);
    }
    return {
      states,
      broken: existsSync(join(folder, 'promise.pml.trail')) ? await trailOf(folder) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function trailOf(folder: string): Promise<readonly string[]> {
  const replayed = await outputOf('./pan', ['-r'], folder);
  return replayed.split('\n').filter((line) => line.startsWith('day '));
}

async function main(): Promise<number> {
  const lacking = missing();
  if (lacking.length > 0) {
    stderr.write(
      `Not found: ${lacking.join(', ')}. The model needs Spin and a C compiler: apt install spin gcc, or brew install spin.\n`,
    );
    return 2;
  }
  print(`${(await outputOf('spin', ['-V'], tmpdir())).trim()}`);
  let isRight = true;
  let sum = 0;
  for (const world of worlds) {
    const { states, broken } = await search(world, 0);
    sum += states;
    print(`${broken === undefined ? 'holds' : 'BROKEN'}  ${world.name}: ${states.toLocaleString('en')} states`);
    broken?.forEach((line) => print(`        ${line}`));
    isRight &&= broken === undefined;
  }
  for (const { number, name, world } of planted) {
    const { states, broken } = await search(world, number);
    print(`${broken === undefined ? 'NOT FOUND' : 'found'}  planted: ${name} (${states.toLocaleString('en')} states)`);
    isRight &&= broken !== undefined;
  }
  print(
    `${sum.toLocaleString('en')} states; ${planted.length} planted bugs. ${isRight ? 'The promise holds.' : 'It is not right.'}`,
  );
  return isRight ? 0 : 1;
}

process.exitCode = await main();
