import { GetParameterCommand } from '@aws-sdk/client-ssm';
import * as z from 'zod';

import type { ConfigInput } from '../../../infra/config.ts';
import { stackNames } from '../../../infra/stack-names.ts';
import { deploymentParameters, DeploymentParts } from '../../../shared/kernel/contract/deployment-parts.ts';
import { type Account, eventually } from './account.ts';
import type { DeployedTree } from './deployed-tree.ts';

/** One sentence about a deployment, and what shows that it holds. `judge` raises where it does not. */
export interface Check {
  readonly sentence: string;
  readonly judge: (scene: Scene) => Promise<void>;
}

/** A deployment with its platform, as the checks see it. */
export interface Scene {
  readonly account: Account;
  readonly tree: DeployedTree;
  readonly config: ConfigInput;
  readonly parts: DeploymentParts;
  /** How many people the platform has. */
  readonly users: number;
  /** The address of the platform. */
  readonly platform: string;
  /** The command line as the budget admin. Raises where it fails. */
  readonly curfew: (...args: readonly string[]) => Promise<string>;
  /** The limit of each user on the platform, by email; null: none. */
  readonly limits: () => Promise<Readonly<Record<string, number | null>>>;
  /** What SES took. */
  readonly mails: () => Promise<readonly z.output<typeof SentMail>[]>;
  /** The record of a run, once it has ended for good. */
  readonly runEnded: (run: string) => Promise<z.output<typeof RunRecord>>;
  /** Waits until the last run of a job has ended. */
  readonly runsEnded: (job: string) => Promise<void>;
}

export const name = { stage: 'judge', organization: 'acme' } as const;
export const usersOnPlatform = 20;

const Limits = z.record(z.string(), z.object({ limit: z.number().nullable() }));
const SentMail = z.object({ To: z.array(z.string()), Subject: z.string() });
const Messages = z.object({ messages: z.record(z.string(), z.array(SentMail)) });
const RunRecord = z.object({
  run: z.string(),
  job: z.string(),
  /** null while it goes on. */
  status: z.string().nullable(),
  finishedAt: z.string().nullable(),
  capsChanged: z.int(),
});

/** Where a check does not hold, and how. */
export function fail(how: string): never {
  throw new Error(how);
}

/** Policies that the deployment has ready for people. */
export function peoplePolicies(outputs: readonly string[]) {
  return { stack: stackNames(name.stage, name.organization).jobs, outputs };
}

interface SceneTerms extends Pick<Scene, 'account' | 'tree' | 'config' | 'platform'> {
  /** The role that the settings name. */
  readonly role: string;
}

/** The deployment, once it is there. */
export async function sceneOf({ role, ...terms }: SceneTerms): Promise<Scene> {
  const { account, tree, platform } = terms;
  const keys = await account.keysOf(role, 'ada', peoplePolicies(['CallerPolicy', 'OperatorPolicy']));
  const curfew: Scene['curfew'] = async (...args) => tree.curfew(keys, args);
  const runs = async () => z.array(RunRecord).parse(JSON.parse(await curfew('runs', 'list', '--json')));
  return {
    ...terms,
    users: usersOnPlatform,
    parts: await partsIn(account),
    curfew,
    limits: async () => {
      const limits = Limits.parse(await (await fetch(`${platform}/__sim/limits`)).json());
      return Object.fromEntries(Object.entries(limits).map(([email, { limit }]) => [email, limit]));
    },
    mails: async () => {
      const { messages } = Messages.parse(await (await fetch(`${account.endpoint}/_ministack/ses/messages`)).json());
      return Object.values(messages).flat();
    },
    runEnded: async (wanted) =>
      eventually(`the end of ${wanted}`, async () =>
        (await runs()).find(({ run, finishedAt }) => run.startsWith(wanted) && finishedAt !== null),
      ),
    runsEnded: async (job) => {
      await eventually(`the end of a run of ${job}`, async () => {
        const ofJob = (await runs()).filter((run) => run.job === job);
        return ofJob.length > 0 && ofJob.every(({ finishedAt }) => finishedAt !== null) ? true : undefined;
      });
    },
  };
}

async function partsIn({ clients }: Account): Promise<DeploymentParts> {
  const { Parameter } = await clients.ssm.send(new GetParameterCommand({ Name: deploymentParameters(name).parts }));
  return DeploymentParts.parse(JSON.parse(Parameter?.Value ?? ''));
}
