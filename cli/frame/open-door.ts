import type { Style } from '../../shared/terminal/style.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { stateDirOf } from './state-dir.ts';
import type { OpenDoor } from './opened-door.ts';

// The one place that knows which door a command goes through. Each way is loaded when it is needed.

/** Opens the door of the chosen installation, and tells which it is. To be closed. */
export async function openDoor(context: CommandContext, style: Style): Promise<OpenDoor> {
  const { chosen, options } = context;
  const json = options.json === true;
  if (chosen.kind === 'deployment') {
    const { openDeploymentDoor } = await import('../deployment/deployment-door.ts');
    return openDeploymentDoor(context, { name: chosen, style, json });
  }
  const stateDir = await stateDirOf(context, chosen);
  const { findRunningDoor } = await import('../../local/state/running-door.ts');
  const running = findRunningDoor(stateDir);
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
): Promise<OpenDoor> {
  const { httpDoorClient } = await import('../../shared/door/client/http-door-client.ts');
  const door = httpDoorClient({
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
  return { door, explained: async (work) => work, close: async () => Promise.resolve() };
}

/** None runs: this process answers by itself, with the embedded engine for the length of the command. */
async function openHere(
  { io }: CommandContext,
  { stateDir, ...wanted }: Wanted & { readonly stateDir: string },
): Promise<OpenDoor> {
  const [{ openInstallation }, { processDoor }, { callerOfMachine }] = await Promise.all([
    import('../../local/installation.ts'),
    import('../../shared/door/client/process-door.ts'),
    import('../../shared/domain/access/caller.ts'),
  ]);
  const installation = await openInstallation({ stateDir, env: io.env });
  const door = processDoor({ ...wanted, installation, caller: callerOfMachine(io.user), now: () => io.now() });
  return { door, explained: async (work) => work, close: async () => installation.close() };
}
