import type { InstallationOptions } from '../../../local/installation.ts';
import type { Guard } from '../../../local/storage/begin-guard.ts';
import type { Environment } from '../../../shared/runtime/read-environment.ts';
import type { Style } from '../../../shared/terminal/style.ts';
import type { Installation } from '../../../shared/wiring/installation.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { stateDirOf } from './state-dir.ts';
import type { ApiConnection } from './api-connection.ts';

// The one place that knows which api a command goes through. Each way is loaded when it is needed.

/** Opens the API of the chosen installation, and prints which it is. To be closed. */
export async function connectToApi(context: CommandContext, style: Style): Promise<ApiConnection> {
  const { chosen, options } = context;
  const json = options.json === true;
  if (chosen.kind === 'deployment') {
    const { connectToDeployment } = await import('../../deployment/connect-to-deployment.ts');
    return connectToDeployment(context, { name: chosen, style, json });
  }
  const stateDir = await stateDirOf(context, chosen);
  const { findRunningApi } = await import('../../../local/state/running-api.ts');
  const running = findRunningApi(stateDir);
  return running === undefined ? openHere(context, { stateDir, style, json }) : openRunning(running, { style, json });
}

interface Wanted {
  readonly style: Style;
  readonly json: boolean;
}

/** The installation that runs answers: nothing of it is loaded here. */
async function openRunning(
  { address, secret }: { readonly address: string; readonly secret: string },
  wanted: Wanted,
): Promise<ApiConnection> {
  const { httpClient } = await import('../../../shared/admin-api/client/http-client.ts');
  const api = httpClient({
    ...wanted,
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
async function openHere(
  { io }: CommandContext,
  { stateDir, ...wanted }: Wanted & { readonly stateDir: string },
): Promise<ApiConnection> {
  // Before all else: the rest takes about as long to load as it takes to begin.
  const guard = await guardFor(io.env);
  const [installation, { inProcessClient }, { callerOfMachine }] = await Promise.all([
    opened({ stateDir, env: io.env, ...(guard !== undefined && { guard }) }),
    import('../../../shared/admin-api/client/in-process-client.ts'),
    import('../../../shared/domain/access/caller.ts'),
  ]).catch(async (error: unknown) => {
    await guard?.stop();
    throw error;
  });
  const api = inProcessClient({ ...wanted, installation, caller: callerOfMachine(io.user), now: () => io.now() });
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
