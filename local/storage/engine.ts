import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { engineKeyPrefix } from '../../shared/contracts/tables/tables.ts';
import { childEnvironment } from '../../shared/runtime/child-environment.ts';
import { findEngine, type Machine } from './find-engine.ts';

/** The DynamoDB engine of this installation. */
export interface Engine {
  readonly endpoint: string;
  /** The access key id that the engine answers to: drawn at each start. Absent for an engine of somebody else. */
  readonly accessKeyId?: string;
  /** Stops the engine; nothing happens when it is not one that was started here. */
  close(): Promise<void>;
}

interface EngineOptions {
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

const host = '127.0.0.1';
const keyBytes = 20;
const startTimeoutMs = 15_000;
const stopTimeoutMs = 10_000;
const outputLengthMax = 2_000;
const placesMax = 3;
/** Below the ports that systems give away by themselves. */
const places = { firstPort: 20_000, endPort: 30_000 };

/**
 * Starts the embedded DynamoDB engine behind its guard and waits until it answers. It ends with this process, even when
 * that crashes. Raises EngineMissingError where there is no engine for this system, and EngineStartError.
 */
export async function startEngine(options: EngineOptions = {}, machine: Machine = process): Promise<Engine> {
  const found = findEngine(machine);
  if (found.kind === 'endpoint') {
    return { endpoint: found.endpoint, close: async () => {} };
  }
  const { dbPath, port = 0 } = options;
  const socket = await listenOn(port);
  const endpoint = addressOf(socket);
  const accessKeyId = drawnKey();
  const storage = dbPath === undefined ? [] : ['--db-path', dbPath];
  const order = { program: found.path, storage, key: accessKeyId };
  try {
    const child = await startGuarded({ order, socket, endpoint }, options, machine);
    return { endpoint, accessKeyId, close: async () => stop(child) };
  } finally {
    // The guard has a copy of its own.
    socket.close();
  }
}

function drawnKey(): string {
  return `${engineKeyPrefix}${randomBytes(keyBytes).toString('hex').toUpperCase()}`;
}

/** A port that is taken is known before anything is started. */
async function listenOn(port: number): Promise<Server> {
  // Who calls before the guard answers is sent away.
  const socket = createServer((client) => client.destroy());
  try {
    socket.listen(port, host);
    await once(socket, 'listening');
    return socket;
  } catch (cause) {
    throw new EngineStartError(
      `The DynamoDB engine cannot listen on port ${port}: the port is already in use. Stop the program that uses it, or choose another port.`,
      { cause },
    );
  }
}

function addressOf(socket: Server): string {
  const address = socket.address();
  return `http://${host}:${typeof address === 'object' ? address?.port : ''}`;
}

interface Guarded {
  readonly order: object;
  readonly socket: Server;
  readonly endpoint: string;
}

/** How a guard begins: apart from the network of everybody else where the system allows that, else within it. */
type Beginning = (typeof beginnings)[number];
const beginnings = ['apart', 'shared'] as const;

async function startGuarded(guarded: Guarded, { onSpawn }: EngineOptions, machine: Machine): Promise<ChildProcess> {
  const ways = machine.platform === 'linux' ? beginnings : (['shared'] as const);
  let said = '';
  let isFirst = true;
  for (const way of ways) {
    for (let tries = 0; tries < placesMax; tries += 1) {
      const guard = spawnGuard(way, machine);
      if (isFirst) {
        onSpawn?.();
        isFirst = false;
      }
      const outcome = await outcomeOf(guard, { ...guarded, place: drawnPlace(way === 'apart', machine) });
      if (outcome === 'ready') {
        return guard.child;
      }
      await stop(guard.child);
      said = guard.output();
      if (outcome === 'not-begun') {
        break;
      }
      // The place that was drawn within the shared network may be somebody's.
      if (!/already in use/iu.test(said)) {
        throw startError(guarded.endpoint, said);
      }
    }
  }
  throw startError(guarded.endpoint, said);
}

interface Guard {
  readonly child: ChildProcess;
  /** What guard and engine have said so far. */
  output(): string;
}

function spawnGuard(way: Beginning, { env }: Machine): Guard {
  const program = [process.execPath, join(import.meta.dirname, 'engine-guard.mjs')];
  const [command = '', ...args] = way === 'apart' ? [...apart, ...program] : program;
  // Apart from the terminal's process group, so that Ctrl-C reaches the engine only through `close`, after its users.
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    env: childEnvironment(env, 'engine'),
  });
  return { child, output: outputOf(child) };
}

/** A network that holds this program alone: whatever it listens on, nobody else can call. */
const apart = 'unshare --user --map-root-user --net -- sh -c'
  .split(' ')
  .concat(['(ip link set lo up || ifconfig lo up) && exec "$0" "$@"']);

async function outcomeOf(
  { child }: Guard,
  { order, socket, place }: Guarded & { readonly place: object },
): Promise<'ready' | 'not-begun' | 'ended'> {
  const { promise, resolve } = Promise.withResolvers<'ready' | 'not-begun' | 'ended'>();
  let hasBegun = false;
  const end = (): void => resolve(hasBegun ? 'ended' : 'not-begun');
  const timer = setTimeout(end, startTimeoutMs);
  child.once('error', end);
  child.once('exit', end);
  // At once: the guard finds it when it has loaded, while this process may be busy with what takes long. One that does not
  // begin never reads it.
  child.send({ ...order, place }, socket, () => {});
  child.on('message', (message) => {
    if (isNews(message, 'here')) {
      hasBegun = true;
    } else if (isNews(message, 'ready')) {
      resolve('ready');
    }
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** In a network of its own nobody else calls the engine. In one that is shared, nobody learns where it is. */
function drawnPlace(isApart: boolean, { platform }: Machine): { readonly host: string; readonly port: number } {
  const isWholeNet = !isApart && platform === 'linux';
  return {
    host: isWholeNet ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : host,
    port: randomInt(places.firstPort, places.endPort),
  };
}

function isNews(message: unknown, kind: string): boolean {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'kind') === kind;
}

/** What was said, cut to a length that an error message can carry. */
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

function startError(endpoint: string, output: string): EngineStartError {
  const said = output === '' ? 'it did not answer in time and said nothing' : output;
  return new EngineStartError(`The DynamoDB engine did not start on port ${new URL(endpoint).port}: ${said}`);
}
