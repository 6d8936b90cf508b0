import { once } from 'node:events';
import { createServer } from 'node:net';

import { CannotStartError } from './cannot-start-error.ts';

export interface Ports {
  readonly api: number;
  readonly inbox: number;
  readonly platform: number;
  readonly engine: number;
}

const defaultBase = 4100;
const step = 10;
const basesMax = 50;

/** Ports from a base, else the first free group after the default. Throws CannotStartError for a taken base. */
export async function choosePorts(base?: number): Promise<Ports> {
  if (base !== undefined) {
    const ports = portsFrom(base);
    const taken = await takenOf(ports);
    if (taken !== undefined) {
      throw new CannotStartError(
        `Port ${taken.port}, for the ${taken.name}, is taken; stop what uses it, or choose another --port-base`,
      );
    }
    return ports;
  }
  for (let tries = 0; tries < basesMax; tries += 1) {
    const ports = portsFrom(defaultBase + tries * step);
    if ((await takenOf(ports)) === undefined) {
      return ports;
    }
  }
  throw new CannotStartError(
    `No free ports were found from ${defaultBase} to ${defaultBase + basesMax * step}; choose others with --port-base`,
  );
}

function portsFrom(base: number): Ports {
  return { api: base, inbox: base + 1, platform: base + 2, engine: base + 3 };
}

async function takenOf(ports: Ports): Promise<{ readonly name: string; readonly port: number } | undefined> {
  const names = { api: 'admin API', inbox: 'inbox page', platform: 'platform emulator', engine: 'DynamoDB engine' };
  for (const name of ['api', 'inbox', 'platform', 'engine'] as const) {
    if (!(await isFree(ports[name]))) {
      return { name: names[name], port: ports[name] };
    }
  }
  return undefined;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
