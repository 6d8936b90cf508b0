import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import type { Machine } from './find-engine.ts';

/** The engine's guard (engine-guard.mjs). Idle until it is given an engine; ends with this process. */
export interface Guard {
  readonly child: ChildProcess;
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
  /** The guard ended unexpectedly with its engine; with their last output. */
  readonly lost: Promise<string>;
  output(): string;
  /** Ends its engine, then itself. */
  stop(): Promise<void>;
}

/** `apart`: in its own network, where the system allows that; `shared`: in the common one. */
export type Beginning = 'apart' | 'shared';

/** A private network namespace: nothing outside can connect to its ports. */
const apart = 'unshare --user --map-root-user --net -- sh -c'
  .split(' ')
  .concat(['(ip link set lo up || ifconfig lo up) && exec "$0" "$@"']);

const outputLengthMax = 2_000;
const stopTimeoutMs = 10_000;

/** Best first. */
export function beginningsOn({ platform }: Machine): readonly [Beginning, ...Beginning[]] {
  return platform === 'linux' ? ['apart', 'shared'] : ['shared'];
}

/** Starts a guard, in the best way by default. It must be stopped, even without an engine. */
export function beginGuard(machine: Machine = process, way: Beginning = beginningsOn(machine)[0]): Guard {
  const program = [process.execPath, join(import.meta.dirname, 'engine-guard.mjs')];
  const [command = '', ...args] = way === 'apart' ? [...apart, ...program] : program;
  // Outside the terminal's process group, so that Ctrl-C reaches the engine only through `stop`, after its users.
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    env: childEnvironment(machine.env, 'engine'),
  });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lost = Promise.withResolvers<string>();
  const output = outputOf(child);
  let isStopped = false;
  child.on('message', (message) => isNews(message, 'here') && begun.resolve());
  child.once('error', () => ended.resolve());
  child.once('exit', () => ended.resolve());
  endEngineOfKilled(child);
  void ended.promise.then(() => isStopped || lost.resolve(output()));
  return {
    child,
    begun: begun.promise,
    ended: ended.promise,
    lost: lost.promise,
    output,
    async stop() {
      isStopped = true;
      await stop(child);
    },
  };
}

/** A killed guard cannot end its engine, which would keep the tables open. */
function endEngineOfKilled(child: ChildProcess): void {
  let engine: unknown;
  child.on('message', (message) => {
    if (isNews(message, 'engine')) {
      engine = Reflect.get(message as object, 'pid');
    }
  });
  child.once('exit', (_code, signal) => {
    if (signal !== null && typeof engine === 'number') {
      endProcess(engine);
    }
  });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // Already ended.
  }
}

export function isNews(message: unknown, kind: string): boolean {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'kind') === kind;
}

function outputOf(child: ChildProcess): () => string {
  let text = '';
  const collect = (chunk: Buffer): void => {
    text = `${text}${chunk.toString()}`.slice(-outputLengthMax);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return () => text.trim();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return;
  }
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(stopTimeoutMs) });
  if (child.connected) {
    child.disconnect();
  }
  await exited.catch(() => child.kill('SIGTERM'));
}
