import { LambdaClient } from '@aws-sdk/client-lambda';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { startEmulator, type RunningEmulator } from '../../emulator/start-emulator.ts';
import { jobRunner, type RunJob } from '../../local/jobs/job-handlers.ts';
import { awsAnchoring } from '../../shared/evidence/aws/aws-anchoring.ts';
import { byHandJobs, type ByHandJobName } from '../../shared/jobs.ts';
import { secretFingerprint } from '../../shared/kernel/aws/fingerprint.ts';
import { clientOptions } from '../../shared/kernel/client-options.ts';
import { deploymentParameters, type DeploymentParts } from '../../shared/kernel/contract/deployment-parts.ts';
import type { TableNames } from '../../shared/kernel/contract/tables.ts';
import { createPlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { lambdaStarter } from '../../shared/kernel/runs/aws/start-run.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { deployedInstallation } from '../../shared/wiring/lambda/deployed-installation.ts';
import { startFakeAws, type FakeAws } from './fake-aws.ts';
import { startFakeEvidenceAccount, type FakeEvidenceAccount } from './fake-evidence-account.ts';
import { startFakeGateway } from './fake-gateway.ts';
import { partOf } from './part-of.ts';
import type { TestEngine } from './test-engine.ts';

/** A deployment whose services are faked over HTTP; its functions are the real handlers, on the platform's emulator. */
export interface TestDeployment {
  readonly aws: FakeAws;
  readonly evidence: FakeEvidenceAccount;
  readonly emulator: RunningEmulator;
  readonly tables: TableNames;
  /** The tables as the function of the admin API reaches them. */
  readonly apiDynamo: DynamoDBDocumentClient;
  /** What the secret of the links holds. */
  readonly linkKey: string;
  readonly parts: DeploymentParts & { readonly functions: Readonly<Record<ByHandJobName, string>> };
  /** What a command line finds it by. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const linkKey = 'k'.repeat(43);
const region = 'eu-central-1';
const account = '111122223333';
const arnOf = (job: string): string =>
  `arn:aws:lambda:${region}:${account}:function:Curfew-${job.charAt(0).toUpperCase()}${job.slice(1)}:live`;

/** The role that everybody comes with who calls the admin API. */
const everybody = ['role/FinOps'];

/** Deploys `prod/acme`, as of a moment of the emulator's day. */
export async function deployFor(engine: TestEngine, today: string, atMs: number): Promise<TestDeployment> {
  const [aws, evidence, emulator] = await Promise.all([
    startFakeAws(),
    startFakeEvidenceAccount(),
    startEmulator({ port: 0, users: 20, seed: 7, today }),
  ]);
  const tables = await engine.freshTables();
  const functions = Object.fromEntries(byHandJobs.map(({ name }) => [name, arnOf(name)])) as Record<
    ByHandJobName,
    string
  >;
  const anchors = { organization: 'prod/acme', key: 'key', bucket: 'evidence' };
  const settings = Settings.parse({
    mailFrom: 'curfew@acme.example',
    // One caller edits and approves here.
    fourEyes: { heldPlans: false, ownLimit: false },
    roles: { budgetAdmins: everybody, approvers: everybody, security: everybody },
  });
  const apiDynamo = createDynamo({ endpoint: engine.endpoint() });
  const gateway = await startFakeGateway({
    callerArn: `arn:aws:sts::${account}:assumed-role/FinOps/ada`,
    region,
    starter: ({ functions: known }) =>
      lambdaStarter(known, new LambdaClient(clientOptions({ endpoint: aws.url, region }))),
    installation: (parts) =>
      deployedInstallation(
        { name: { stage: 'prod', organization: 'acme' }, parts, readSettings: () => settings },
        {
          dynamo: apiDynamo,
          endpointOf: () => ({ endpoint: evidence.url, region }),
          readSecret: async () => Promise.resolve(linkKey),
        },
      ),
  });
  const parts = { account, region, tables, functions, evidence: anchors, door: gateway.url };
  gateway.open(parts);
  const paths = deploymentParameters({ stage: 'prod', organization: 'acme' });
  aws.parameters.set(paths.parts, JSON.stringify(parts));
  aws.parameters.set(paths.settings, JSON.stringify(settings));
  const run = runnerOf(engine, { emulator, evidence, tables, settings, atMs });
  byHandJobs.forEach(({ name }) => aws.functions.set(functions[name], async (event) => run(name, event)));
  return {
    aws,
    evidence,
    emulator,
    tables,
    apiDynamo,
    linkKey,
    parts,
    env: {
      AWS_ENDPOINT_URL_SSM: aws.url,
      AWS_ENDPOINT_URL_LAMBDA: aws.url,
      AWS_ENDPOINT_URL_KMS: evidence.url,
      AWS_ENDPOINT_URL_S3: evidence.url,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint(),
      AWS_REGION: region,
    },
    close: async () => {
      await gateway.close();
      apiDynamo.destroy();
      await aws.close();
      await evidence.close();
      await emulator.close();
    },
  };
}

interface Surroundings {
  readonly emulator: RunningEmulator;
  readonly evidence: FakeEvidenceAccount;
  readonly tables: TableNames;
  readonly settings: Settings;
  readonly atMs: number;
}

/** The handlers, none of whose mails is sent. */
function runnerOf(engine: TestEngine, { emulator, evidence, tables, settings, atMs }: Surroundings): RunJob {
  const platform = createPlatformClient({
    baseUrl: emulator.url,
    appUrl: emulator.url,
    readKey: async () => Promise.resolve('owner-key'),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => 0,
    asOf: () => atMs,
  });
  return jobRunner({
    clock: systemClock,
    storage: partOf({ dynamo: engine.dynamo(), tables }),
    platform,
    settings,
    mailer: {
      send: async () => Promise.reject(new Error('nobody sends mail here')),
      after: async (run) => run,
    },
    anchoring: awsAnchoring(
      { organization: 'prod/acme', keyId: 'key', bucket: 'evidence', retentionDays: 400 },
      { kms: clientOptions({ endpoint: evidence.url }), s3: clientOptions({ endpoint: evidence.url }) },
    ),
    fingerprint: async () => Promise.resolve(secretFingerprint('a'.repeat(43))),
  });
}
