import { startEmulator } from '../emulator/start-emulator.ts';
import type { PlatformLogger } from '../shared/kernel/platform/http/platform-event.ts';
import { createPlatformClient, type PlatformClient } from '../shared/kernel/platform/platform-client.ts';
import { systemClock } from '../shared/kernel/runtime/system-clock.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { type DemoName, demoOrganizationOf } from './demo/demo-organization.ts';
import type { GivenPlatform } from './local-environment.ts';

const demoKey = 'owner-key';

export interface OpenPlatform {
  readonly baseUrl: string;
  readonly client: PlatformClient;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly logger?: PlatformLogger;
  /** The moment whose UTC day is "today" to the platform; default: the clock's. Unix milliseconds. */
  readonly asOfMs?: number;
}

/** The demo on a running emulator. */
export function demoPlatformAt(url: string): GivenPlatform {
  return { baseUrl: url, appUrl: url, apiKey: demoKey };
}

/** Starts the emulator with the demo as saved in the file; port 0: any. */
export async function openDemoPlatform(
  source: { readonly file: string; readonly port: number; readonly name?: DemoName | undefined },
  options: CallOptions = {},
): Promise<OpenPlatform> {
  const organization = demoOrganizationOf(source.name);
  const emulator = await startEmulator({ ...organization, port: source.port, stateFile: source.file }).catch(plainly);
  return { ...openPlatform(demoPlatformAt(emulator.url), options), close: async () => emulator.close() };
}

/** The emulator's own remedy for an unsuitable file is a flag of another command. */
function plainly(error: unknown): never {
  if (error instanceof Error && error.name === 'StateFileError') {
    throw new CannotStartError(`The demo organization cannot go on (${error.message}). Start over with --fresh`, {
      cause: error,
    });
  }
  throw error;
}

/** Prepares platform calls; makes none yet. */
export function openPlatform(given: GivenPlatform, { logger, asOfMs }: CallOptions = {}): OpenPlatform {
  const { baseUrl, appUrl, apiKey, keys = {} } = given;
  const client = createPlatformClient({
    baseUrl,
    appUrl,
    readKey: async (purpose) => Promise.resolve((purpose === 'reading' ? undefined : keys[purpose]) ?? apiKey),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => Math.random(),
    logger,
    asOf: asOfMs === undefined ? undefined : () => asOfMs,
  });
  return { baseUrl, client, close: async () => {} };
}
