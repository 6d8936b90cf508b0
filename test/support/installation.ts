import { openInstallation } from '../../local/installation.ts';
import { invariant } from '../../shared/kernel/invariant.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { startBareEngine, type BareEngine } from './bare-engine.ts';
import { commandLine, type Answer, type CommandResult } from './command-line.ts';
import { onLifetime, type Lifetime } from './lifetime.ts';
import { useScratchFolder, type ScratchFolder } from './scratch-folder.ts';

/** An installation of its own in a scratch folder; its state is the folder `state` in there. */
interface TestInstallation extends ScratchFolder {
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

interface InstallationTerms {
  /** What its commands find in their environment. */
  readonly env?: () => Readonly<Record<string, string>>;
  /**
   * Where its tables are: in an engine that stands as long as the installation does, or, as people have it while nothing
   * runs, in one that each command starts on the file in the state folder. That takes longer than most commands.
   */
  readonly tables?: 'engine' | 'file';
}

/** An installation whose commands have this environment, for each test one of its own or for all of a file together. */
export function useInstallation(
  { env = () => ({}), tables = 'engine' }: InstallationTerms = {},
  lifetime: Lifetime = 'test',
): TestInstallation {
  const folder = useScratchFolder(lifetime);
  const tablesEnv = tables === 'engine' ? useTablesOfItsOwn(lifetime) : () => ({});
  const state = () => folder.pathOf('state');
  const lineOf: TestInstallation['commandLine'] = (over) =>
    commandLine({ state: state(), ...over, env: { ...tablesEnv(), ...(over.env ?? env()) } });
  return {
    ...folder,
    commandLine: lineOf,
    curfew: async (...args) => lineOf({})(...args),
    async withTables(work) {
      const installation = await openInstallation({ stateDir: state(), env: tablesEnv() });
      try {
        return await work(installation);
      } finally {
        await installation.close();
      }
    },
  };
}

/** The environment in which commands find an engine that nobody else has. */
function useTablesOfItsOwn(lifetime: Lifetime): () => Readonly<Record<string, string>> {
  let engine: BareEngine | undefined;
  onLifetime(lifetime, {
    begin: async () => {
      engine = await startBareEngine();
    },
    end: async () => engine?.close(),
  });
  return () => {
    invariant(engine !== undefined, 'an installation is only there while tests run');
    return { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint };
  };
}
