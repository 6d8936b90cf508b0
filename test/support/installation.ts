import { openInstallation } from '../../local/installation.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { commandLine, type Answer, type CommandResult } from './command-line.ts';
import type { Lifetime } from './lifetime.ts';
import { useScratchFolder, type ScratchFolder } from './scratch-folder.ts';

/** An installation of its own in a scratch folder; its state is the folder `state` in there. */
export interface TestInstallation extends ScratchFolder {
  /** Runs a command line on it. */
  readonly curfew: (...args: readonly string[]) => Promise<CommandResult>;
  /** A command line on it with another environment, or with an answer to any question. */
  readonly commandLine: (over: {
    user?: string;
    env?: Readonly<Record<string, string>>;
    answer?: Answer;
    input?: string;
    columns?: number;
    isAsFound?: boolean;
  }) => ReturnType<typeof commandLine>;
  /** Does something on its tables, which no command has meanwhile. */
  readonly withTables: <T>(work: (installation: Installation) => Promise<T>) => Promise<T>;
}

/** An installation whose commands have this environment, for each test one of its own or for all of a file together. */
export function useInstallation(
  { env = () => ({}) }: { env?: () => Readonly<Record<string, string>> } = {},
  lifetime: Lifetime = 'test',
): TestInstallation {
  const folder = useScratchFolder(lifetime);
  const state = () => folder.pathOf('state');
  const lineOf: TestInstallation['commandLine'] = (over) => commandLine({ state: state(), env: env(), ...over });
  return {
    ...folder,
    commandLine: lineOf,
    curfew: async (...args) => lineOf({})(...args),
    async withTables(work) {
      const installation = await openInstallation({ stateDir: state(), env: {} });
      try {
        return await work(installation);
      } finally {
        await installation.close();
      }
    },
  };
}
