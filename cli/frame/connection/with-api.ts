import type { InstallationOptions } from '../../../local/installation.ts';
import type { Guard } from '../../../local/storage/begin-guard.ts';
import type { ApiClient } from '../../../shared/kernel/api/client/api-client.ts';
import type { Environment } from '../../../shared/kernel/runtime/read-environment.ts';
import type { Installation } from '../../../shared/wiring/installation.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { stateDirOf } from './state-dir.ts';

/** The API of the chosen installation, and what makes its failures plain to people. */
interface ApiConnection {
  readonly api: ApiClient;
  readonly explained: <T>(work: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Opens the API of the installation that the command is about, for the length of `work`. */
export async function withApi<T>(context: CommandContext, work: (api: ApiClient) => Promise<T>): Promise<T> {
  const { api, explained, close } = await connectToApi(context);
  try {
    return await explained(work(api));
  } finally {
    await close();
  }
}

/** What was given of some options: the rest is left out. */
export function givenOf<T extends Readonly<Record<string, unknown>>>(options: T) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

// The one place that knows which api a command goes through. Each way is loaded when it is needed.

/** Opens the API of the chosen installation, and prints which it is. To be closed. */
export async function connectToApi(context: CommandContext): Promise<ApiConnection> {
  const { chosen } = context;
  if (chosen.kind === 'deployment') {
    const { connectToDeployment } = await import('../../deployment/connect-to-deployment.ts');
    return connectToDeployment(context, chosen);
  }
  const stateDir = await stateDirOf(context, chosen);
  const { findRunningApi } = await import('../../../local/state/running-api.ts');
  const running = findRunningApi(stateDir);
  return running === undefined ? openHere(context, stateDir) : openRunning(running);
}

/** The installation that runs answers: nothing of it is loaded here. */
async function openRunning({
  address,
  secret,
}: {
  readonly address: string;
  readonly secret: string;
}): Promise<ApiConnection> {
  const { httpClient } = await import('../../../shared/kernel/api/client/http-client.ts');
  const api = httpClient({
    address,
    // What goes no further than this machine is not worth packing.
    sign: async ({ headers }) =>
      Promise.resolve({ ...headers, authorization: `Bearer ${secret}`, 'accept-encoding': 'identity' }),
    unreachable: (error) =>
      new CommandError(
        `The installation that runs does not answer at ${address} (${error instanceof Error ? error.message : 'no answer'}); look whether it still runs, and try again`,
      ),
  });
  return { api, explained: async (work) => work, close: async () => Promise.resolve() };
}

/** None runs: this process answers by itself, with the embedded engine for the length of the command. */
async function openHere(context: CommandContext, stateDir: string): Promise<ApiConnection> {
  // Before all else: the rest takes about as long to load as it takes to begin.
  const { io } = context;
  const guard = await guardFor(io.env);
  const [installation, { inProcessClient }, { callerOfMachine }] = await Promise.all([
    opened({ stateDir, env: io.env, onNotice: (text) => context.note(text), guard }),
    import('../../../shared/kernel/api/perform-operation.ts'),
    import('../../../shared/kernel/access/caller.ts'),
  ]).catch(async (error: unknown) => {
    await guard?.stop();
    throw error;
  });
  const api = inProcessClient({ installation, caller: callerOfMachine(io.user), now: () => io.now() });
  return { api, explained: async (work) => work, close: async () => installation.close() };
}

/** The guard of an engine of our own; there is none where the environment names an engine. */
async function guardFor(env: Environment): Promise<Guard | undefined> {
  if ((env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '') !== '') {
    return undefined;
  }
  const { beginGuard } = await import('../../../local/storage/begin-guard.ts');
  return beginGuard();
}

async function opened(options: InstallationOptions): Promise<Installation> {
  const { openInstallation } = await import('../../../local/installation.ts');
  return openInstallation(options);
}
