import type { CommandIo, DeployedFunction } from '../../../infra/commands/command-io.ts';
import { type Config, readConfig } from '../../../infra/config.ts';

/** A configuration that can be deployed: no value of it is the example's. */
export function aConfig(names: readonly string[] = ['north'], beside: object = {}): Config {
  return readConfig({
    stage: 'prod',
    region: 'eu-central-1',
    account: '222233334444',
    organizations: names.map((name) => ({
      name,
      baseUrl: 'https://platform.north.test',
      settings: { admins: ['ops@north.test'], mailFrom: 'curfew@north.test', roles: { budgetAdmins: ['role/Ops'] } },
      ...beside,
    })),
  });
}

/** An outside of the commands that remembers what was said and run; answers are given in their order. */
export function fakeIo(outside: {
  readonly config?: Config | Error;
  readonly hasCredentials?: boolean;
  readonly answers?: readonly string[];
  /** Whether the region has durable functions. */
  readonly durable?: 'yes' | 'no' | 'unknown';
  readonly functions?: readonly DeployedFunction[] | Error;
  /** The exit code of each call of the CDK by its first word; 0 where nothing is said. */
  readonly exitCodes?: Readonly<Record<string, number>>;
}) {
  const { config, hasCredentials = true, answers, functions = [], durable = 'yes', exitCodes = {} } = outside;
  const said: string[] = [];
  const calls: string[] = [];
  const left = [...(answers ?? [])];
  const io: CommandIo = {
    readConfig: async () => (config instanceof Error ? Promise.reject(config) : Promise.resolve(config)),
    hasCredentials: async () => Promise.resolve(hasCredentials),
    listFunctions: async () => (functions instanceof Error ? Promise.reject(functions) : Promise.resolve(functions)),
    hasDurableFunctions: async () => Promise.resolve(durable),
    async cdk(args) {
      calls.push(args.join(' '));
      return Promise.resolve(exitCodes[args[0] ?? ''] ?? 0);
    },
    ask:
      answers === undefined
        ? undefined
        : async (question) => {
            said.push(question);
            return Promise.resolve(left.shift() ?? '');
          },
    say: (text) => void said.push(text),
  };
  return { io, calls, said };
}
