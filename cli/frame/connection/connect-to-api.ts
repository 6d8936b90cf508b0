import { findRunningApi } from '../../../local/state/running-file.ts';
import { beginGuard } from '../../../local/storage/begin-guard.ts';
import type { ApiClient } from '../../../shared/kernel/api/client/api-client.ts';
import { httpClient } from '../../../shared/kernel/api/client/http-client.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { stateDirOf } from './state-dir.ts';

/** The API of the chosen installation, and what makes its failures plain to people. */
interface ApiConnection {
  readonly api: ApiClient;
  readonly explained: <T>(work: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Opens the API of the chosen installation, and prints which it is. To be closed. */
export async function connectToApi(context: CommandContext): Promise<ApiConnection> {
  const { chosen } = context;
  if (chosen.kind === 'deployment') {
    const { connectToDeployment } = await import('../../deployment/connect-to-deployment.ts');
    return connectToDeployment(context, chosen);
  }
  const stateDir = await stateDirOf(context, chosen);
  const running = findRunningApi(stateDir);
  return running === undefined ? openHere(context, stateDir) : openRunning(running);
}

/** The installation that runs answers: nothing of it is loaded here. */
function openRunning({ address, secret }: NonNullable<ReturnType<typeof findRunningApi>>): ApiConnection {
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
  const { env } = context.io;
  // Before all else: the rest takes about as long to load as it takes to begin. Where the environment names an engine,
  // there is no guard.
  const guard = (env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '') === '' ? beginGuard() : undefined;
  try {
    const { openInProcess } = await import('./open-in-process.ts');
    return await openInProcess(context, { stateDir, env, onNotice: (text) => context.note(text), guard });
  } catch (error) {
    await guard?.stop();
    throw error;
  }
}
