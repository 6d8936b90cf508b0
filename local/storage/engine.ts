import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import { engineKeyPrefix } from '../../shared/kernel/contract/tables.ts';
import { beginGuard, beginningsOn, isNews, type Beginning, type Guard } from './begin-guard.ts';
import { findEngine, type Machine } from './find-engine.ts';

export interface Engine {
  readonly endpoint: string;
  /** The engine's access key id, random at each start. Absent for an external engine. */
  readonly accessKeyId?: string;
  /** The engine ended unexpectedly; with its last output. Absent for an external engine. */
  readonly lost?: Promise<string>;
  /** Stops the engine; no-op for an external one. */
  close(): Promise<void>;
}

export class EngineStartError extends Error {
  override readonly name = 'EngineStartError';
}

const host = '127.0.0.1';
const keyBytes = 20;
const startTimeoutMs = 15_000;
const placesMax = 3;
/** Below the ephemeral ports of systems. */
const places = { firstPort: 20_000, endPort: 30_000 };

/**
 * Starts the embedded engine behind its guard and waits until it answers. It ends with this process, even after a
 * crash. Throws EngineMissingError without an engine for this system, and EngineStartError.
 */
export async function startEngine(
  options: {
    /** Absent: in memory. */
    readonly dbPath?: string;
    /** 0 or absent: any free port. */
    readonly port?: number;
    /** A guard started early, since it takes most of an engine's start. */
    readonly guard?: Guard | undefined;
  } = {},
  machine: Machine = process,
): Promise<Engine> {
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
    // The guard has its own copy.
    socket.close();
  }
}

function drawnKey(): string {
  return `${engineKeyPrefix}${randomBytes(keyBytes).toString('hex').toUpperCase()}`;
}

/** A taken port is detected before anything starts. */
async function listenOn(port: number): Promise<Server> {
  // Rejects callers until the guard answers.
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
      // Another process may have the random port in the shared network.
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
  // At once: the guard reads it when loaded, while this process may be busy. A guard that fails to start never reads
  // it.
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

/** In its own network no one else reaches the engine; in the shared one its address is secret. */
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
