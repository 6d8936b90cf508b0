import { PutSecretValueCommand, paginateListSecrets } from '@aws-sdk/client-secrets-manager';
import { VerifyDomainIdentityCommand } from '@aws-sdk/client-ses';

import { startEmulator } from '../../../emulator/start-emulator.ts';
import type { ConfigInput } from '../../../infra/config.ts';
import type { Judge } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { withScratch } from '../with-scratch.ts';
import { type Account, accountId, region, withAccount } from './account.ts';
import { chainChecks } from './chain-checks.ts';
import { deployedTree, type DeployedTree } from './deployed-tree.ts';
import { name, sceneOf, usersOnPlatform, type Scene } from './scene.ts';
import { rightsCheck, upkeepChecks } from './upkeep-checks.ts';

const role = 'Judge';
const domain = 'acme.test';

/** A deployment by `npm run deploy` on MiniStack, with the emulator of the platform as the vendor. */
export const awsJudge: Judge = {
  name: 'aws',
  requirements: 'aws',
  judge: async (python) =>
    withScratch(async (folder) =>
      withAccount(python, folder, async (account) => {
        const platform = await startEmulator({ port: 0, users: usersOnPlatform, seed: 7 });
        try {
          return await judged({ account, folder, platform: platform.url });
        } finally {
          await platform.close();
        }
      }),
    ),
};

interface Terms {
  readonly account: Account;
  readonly folder: string;
  readonly platform: string;
}

const deploys = 'npm run deploy deploys the five stacks into a bootstrapped account';

async function judged({ account, folder, platform }: Terms) {
  const { endpoint, keys } = account;
  const config = configFor(platform);
  const deployment = `${name.stage}/${name.organization}`;
  const revision = await previousRelease();
  const tree = await deployedTree({ folder, endpoint, region, deployment, keys, revision });
  const notes = [
    revision === undefined
      ? 'the upgrade is to another setting: there is no release yet, and CURFEW_JUDGE_FROM names no revision'
      : `the upgrade is from ${revision}`,
  ];
  const problems: string[] = [];
  // Without a deployment nothing can be said of the others.
  let scene: Scene | undefined;
  const judge = async (sentence: string, check: () => Promise<void>) => {
    const startedMs = performance.now();
    try {
      await check();
      notes.push(`holds: ${sentence} (${((performance.now() - startedMs) / 1_000).toFixed(0)} s)`);
    } catch (error) {
      problems.push(`${sentence}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await judge(deploys, async () => {
    await deployFirst(account, { tree, config });
    scene = await sceneOf({ account, tree, config, platform, role });
  });
  const checks = [...chainChecks, ...upkeepChecks, rightsCheck];
  for (const check of checks) {
    const there = scene;
    await (there === undefined
      ? problems.push(`not judged: ${check.sentence}`)
      : judge(check.sentence, async () => check.judge(there)));
  }
  const holding = notes.filter((note) => note.startsWith('holds'));
  return {
    judged: `${holding.length} of ${checks.length + 1} sentences about a deployment on MiniStack hold`,
    count: holding.length,
    notes,
    problems,
    exceptions: [],
  };
}

/** The revision that is deployed first: the one that `CURFEW_JUDGE_FROM` names, or the newest tag of a release. */
async function previousRelease(): Promise<string | undefined> {
  const { CURFEW_JUDGE_FROM: named } = process.env;
  const tags = await outputOf('git', ['tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD']);
  return named ?? tags.split('\n').find((tag) => tag !== '');
}

function configFor(platform: string): ConfigInput {
  const party = [`role/${role}`];
  return {
    stage: name.stage,
    region,
    account: accountId,
    organizations: [
      {
        name: name.organization,
        baseUrl: platform,
        mailIdentity: domain,
        console: {},
        settings: {
          admins: [`finops@${domain}`],
          mailFrom: `curfew@${domain}`,
          roles: { budgetAdmins: party, approvers: party, security: party },
          // All of the few people here change at once.
          blastRadius: false,
        },
      },
    ],
  };
}

/** As the guide goes: bootstrap, configuration, deployment, the sender, the key of the platform. */
async function deployFirst(
  account: Account,
  { tree, config }: { readonly tree: DeployedTree; readonly config: ConfigInput },
): Promise<void> {
  const { secrets, ses } = account.clients;
  tree.configure(config);
  await tree.cdk('bootstrap', `aws://${accountId}/${region}`);
  await tree.script('deploy', '--yes');
  await account.openDoor();
  await ses.send(new VerifyDomainIdentityCommand({ Domain: domain }));
  for await (const { SecretList = [] } of paginateListSecrets({ client: secrets }, {})) {
    for (const { ARN } of SecretList.filter(({ Name }) => Name?.includes('PlatformKey'))) {
      await secrets.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: 'owner-key' }));
    }
  }
}
