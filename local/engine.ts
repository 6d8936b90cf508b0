import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEngine, type Machine } from './find-engine.ts';
import { freePort } from './free-port.ts';

/** The DynamoDB engine of this installation. */
export interface Engine {
  readonly endpoint: string;
  /** Stops the engine; nothing happens when it is not one that was started here. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** The file that holds the tables; in memory when absent. */
  readonly dbPath?: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Called when the engine has been started and does not answer yet: what takes long is done meanwhile. */
  readonly onSpawn?: () => void;
}

/** The engine could not be started. The message says why, in the engine's own words, and what to do. */
export class EngineStartError extends Error {
  override readonly name = 'EngineStartError';
}

const startTimeoutMs = 15_000;
const stopTimeoutMs = 10_000;
const pollMs = 20;
const portTriesMax = 5;
const outputLengthMax = 2_000;

/**
 * Starts the embedded DynamoDB engine and waits until it answers. It ends with this process, even when that crashes.
 * Raises EngineMissingError where there is no engine for this system, and EngineStartError.
 */
export async function startEngine(options: EngineOptions = {}, machine: Machine = process): Promise<Engine> {
  const found = findEngine(machine);
  if (found.kind === 'endpoint') {
    return { endpoint: found.endpoint, close: async () => {} };
  }
  const { port = 0 } = options;
  if (port !== 0) {
    return startOn(port, found.path, options);
  }
  return startAnywhere(found.path, options);
}

/** A free port may be gone by the time the engine wants it: then another one is tried. */
async function startAnywhere(program: string, options: EngineOptions): Promise<Engine> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await freePort(), program, options);
    } catch (error) {
      if (tries === portTriesMax || !(error instanceof EngineStartError) || !isPortTaken(error.message)) {
        throw error;
      }
    }
  }
}

async function startOn(port: number, program: string, { dbPath, onSpawn }: EngineOptions): Promise<Engine> {
  const guard = join(import.meta.dirname, 'engine-guard.mjs');
  const storage = dbPath === undefined ? [] : ['--db-path', dbPath];
  // Apart from the terminal's process group, so that Ctrl-C reaches the engine only through `close`, after its users.
  const child = spawn(process.execPath, [guard, program, 'serve', '--port', String(port), ...storage], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const output = outputOf(child);
  onSpawn?.();
  const endpoint = `http://127.0.0.1:${port}`;
  const deadlineMs = Date.now() + startTimeoutMs;
  while (!(await isReady(child, output(), endpoint))) {
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      await stop(child);
      throw startError(port, output());
    }
    await sleep(pollMs);
  }
  return { endpoint, close: async () => stop(child) };
}

/** What the engine has said so far, cut to a length that an error message can carry. */
function outputOf(child: ChildProcess): () => string {
  let text = '';
  const collect = (chunk: Buffer): void => {
    text = `${text}${chunk.toString()}`.slice(-outputLengthMax);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  child.once('error', (error) => collect(Buffer.from(error.message)));
  return () => text.trim();
}

/** The engine says that it listens before it is asked: another program may be the one that answers on its port. */
async function isReady(child: ChildProcess, output: string, endpoint: string): Promise<boolean> {
  if (child.exitCode !== null || !/listening/i.test(output)) {
    return false;
  }
  return answers(endpoint);
}

/** Without `fetch`, which takes longer to load than the engine to answer. */
async function answers(endpoint: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  get(endpoint, { timeout: 1_000, agent: false }, (answer) => {
    answer.resume();
    answer.once('end', () => resolve(answer.statusCode === 200));
  })
    .once('timeout', () => resolve(false))
    .once('error', () => resolve(false));
  return promise;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(stopTimeoutMs) });
  child.stdin?.end();
  await exited.catch(() => child.kill('SIGTERM'));
}

function startError(port: number, output: string): EngineStartError {
  if (isPortTaken(output)) {
    return new EngineStartError(
      `The DynamoDB engine cannot listen on port ${port}: the port is already in use. Stop the program that uses it, or choose another port.`,
    );
  }
  const said = output === '' ? 'it did not answer in time and said nothing' : output;
  return new EngineStartError(`The DynamoDB engine did not start on port ${port}: ${said}`);
}

function isPortTaken(output: string): boolean {
  return /already in use/i.test(output);
}
