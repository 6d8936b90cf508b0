import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import { engineKeyPrefix } from '../../shared/kernel/contract/tables.ts';
import { beginGuard, beginningsOn, isNews, type Beginning, type Guard } from './begin-guard.ts';
import { findEngine, type Machine } from './find-engine.ts';

/** The DynamoDB engine of this installation. */
export interface Engine {
  readonly endpoint: string;
  /** The access key id that the engine answers to: drawn at each start. Absent for an engine of somebody else. */
  readonly accessKeyId?: string;
  /** The engine ended by itself, or was killed; with what it said last. Absent for an engine of somebody else. */
  readonly lost?: Promise<string>;
  /** Stops the engine; nothing happens when it is not one that was started here. */
  close(): Promise<void>;
}

interface EngineOptions {
  /** The file that holds the tables; in memory when absent. */
  readonly dbPath?: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** One that was begun before it was known what for: most of the start of an engine is that of its guard. */
  readonly guard?: Guard | undefined;
}

/** The engine could not be started. The message says why, in the engine's own words, and what to do. */
export class EngineStartError extends Error {
  override readonly name = 'EngineStartError';
}

const host = '127.0.0.1';
const keyBytes = 20;
const startTimeoutMs = 15_000;
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
  const { dbPath, port = 0, guard: begun } = options;
  const socket = await listenOn(port);
  const endpoint = addressOf(socket);
  const accessKeyId = drawnKey();
  const storage = dbPath === undefined ? [] : ['--db-path', dbPath];
  const order = { program: found.path, storage, key: accessKeyId };
  try {
    const guard = await startGuarded({ order, socket, endpoint }, begun, machine);
    return { endpoint, accessKeyId, lost: guard.lost, close: async () => guard.stop() };
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

async function startGuarded(guarded: Guarded, begun: Guard | undefined, machine: Machine): Promise<Guard> {
  let said = '';
  let next = begun;
  for (const way of beginningsOn(machine)) {
    for (let tries = 0; tries < placesMax; tries += 1) {
      const guard = next ?? beginGuard(machine, way);
      next = undefined;
      const outcome = await outcomeOf(guard, { ...guarded, place: drawnPlace(way, machine) });
      if (outcome === 'ready') {
        return guard;
      }
      await guard.stop();
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

async function outcomeOf(
  { child, begun, ended }: Guard,
  { order, socket, place }: Guarded & { readonly place: object },
): Promise<'ready' | 'not-begun' | 'ended'> {
  const { promise, resolve } = Promise.withResolvers<'ready' | 'not-begun' | 'ended'>();
  let hasBegun = false;
  void begun.then(() => (hasBegun = true));
  const end = (): void => resolve(hasBegun ? 'ended' : 'not-begun');
  const timer = setTimeout(end, startTimeoutMs);
  void ended.then(end);
  // At once: the guard finds it when it has loaded, while this process may be busy with what takes long. One that does not
  // begin never reads it.
  child.send({ ...order, place }, socket, () => {});
  child.on('message', (message) => {
    if (isNews(message, 'ready')) {
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
function drawnPlace(way: Beginning, { platform }: Machine): { readonly host: string; readonly port: number } {
  const isWholeNet = way === 'shared' && platform === 'linux';
  return {
    host: isWholeNet ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : host,
    port: randomInt(places.firstPort, places.endPort),
  };
}

function startError(endpoint: string, output: string): EngineStartError {
  const said = output === '' ? 'it did not answer in time and said nothing' : output;
  return new EngineStartError(`The DynamoDB engine did not start on port ${new URL(endpoint).port}: ${said}`);
}
